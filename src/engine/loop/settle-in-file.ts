import { appendItem, replaceItem } from "#core/backlog/edit-backlog";
import { ToolError } from "#contracts/error";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { committedBacklog } from "#engine/loop/tree/committed-backlog";
import { keepIgnored } from "#engine/loop/tree/ignore-bookkeeping";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { editBacklog, readBacklog, rebuildBacklog } from "#engine/stores/backlog-store";

export interface Settled {
  readonly item: BacklogItem;
  /** What was wrong with the file and became of it, where it had to be rebuilt from memory; else null. */
  readonly destroyed: string | null;
}

/** Writes what became of an item, whatever the file says of it by now; everybody else's edits stand. A file that is gone or torn is rebuilt from memory. */
export async function settleInFile(
  ctx: LoopContext,
  item: BacklogItem,
  change: (item: BacklogItem) => BacklogItem,
): Promise<Settled> {
  let settled = item;
  const destroyed = await writeBacklog(ctx, async (current) => {
    const isMarked = ({ items }: Backlog): boolean =>
      items.some(({ id, status }) => id === item.id && status === "in_progress");
    const mayBe = isMarked(ctx.run.backlog) && !isMarked(current);
    const backlog = mayBe ? await withoutTakingBack(ctx, current) : current;
    const found = backlog.items.find((one) => one.id === item.id);
    settled = change(found ?? item);
    return found === undefined ? appendItem(backlog, settled) : replaceItem(backlog, settled);
  });
  return { item: settled, destroyed };
}

/** A session's `git stash`, `reset --hard` or `checkout .` takes the file back to the last commit, and with it every block, question and new item that no commit holds yet: then what the run knew. Asks git, so only where the file isn't as the run left it. */
export async function withoutTakingBack(ctx: LoopContext, current: Backlog): Promise<Backlog> {
  const text = await committedBacklog(ctx.ports, ctx.paths, ctx.repository, "HEAD").catch(() => null);
  if (text === null || !saysTheSame(text, current)) return current;
  ctx.note(
    "backlog.json was taken back to the last commit during the session; what it said before stands again",
  );
  return ctx.run.backlog;
}

function saysTheSame(text: string, backlog: Backlog): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(backlog);
  } catch {
    return false;
  }
}

/** Writes an edit of the backlog as it is by now, or on the last good reading where a session has destroyed the file: then tells of it. The edit gives null for nothing to write. */
export async function writeBacklog(
  ctx: LoopContext,
  edit: (backlog: Backlog) => Backlog | null | Promise<Backlog | null>,
): Promise<string | null> {
  try {
    ctx.run.backlog = (await editBacklog(ctx.ports, ctx.paths, edit, ctx.plan.token)) ?? ctx.run.backlog;
    return null;
  } catch (error) {
    if (!(error instanceof ToolError) || !(await isDestroyed(ctx, error))) throw error;
    ctx.note(`backlog.json was destroyed and is rebuilt from memory: ${error.message}`);
    ctx.run.backlog = (await edit(ctx.run.backlog)) ?? ctx.run.backlog;
    // state.json went with the rest: it must name the item before the file says done of it.
    await saveState(ctx, {});
    const kept = await rebuildBacklog(ctx.ports, ctx.paths, ctx.run.backlog);
    if (kept !== null) ctx.note(`What stood in backlog.json is kept in ${kept}`);
    await ctx.renewLock();
    // What had git ignore the bookkeeping may have gone with it.
    await keepIgnored(ctx);
    const fault = faultOf(error).replaceAll(`${ctx.paths.projectPath}/`, "");
    return `${fault}; it was rebuilt${kept === null ? "" : `, what stood there is in ${kept}`}`;
  }
}

/** The place where there is one, else that it is gone. */
const faultOf = ({ message, reason = "" }: ToolError): string =>
  (reason.replace(/\s*Nothing was written\.$/, "") || message).replace(/\.$/, "");

/** A folder in its place, no text, or nobody's to read; what a disk can't do at the moment is none of these. */
const UNREADABLE: readonly unknown[] = [undefined, "EACCES", "EPERM", "EISDIR", "ENXIO", "ELOOP"];

async function isDestroyed(ctx: LoopContext, { code }: ToolError): Promise<boolean> {
  if (code === "FILE_NOT_FOUND" || code === "INVALID_JSON" || code === "VALIDATION_ERROR") return true;
  if (code !== "IO_ERROR") return false;
  // Not what failed may be the reading, but the write.
  const fault: unknown = await readBacklog(ctx.ports, ctx.paths).catch((error: unknown) => error);
  return (
    fault instanceof ToolError && fault.code === "IO_ERROR" && UNREADABLE.includes(fault.details?.["errno"])
  );
}
