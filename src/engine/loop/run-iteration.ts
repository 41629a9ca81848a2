import { startItem } from "#core/backlog/move-item";
import { settleItem, type Verdict } from "#core/loop/settle-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { applyVerdict } from "#engine/loop/apply-verdict";
import { chooseAgent } from "#engine/loop/choose-agent";
import { emitSignal } from "#engine/loop/session/emit-signal";
import { inspectWork } from "#engine/loop/tree/inspect-work";
import type { LoopContext } from "#engine/loop/loop-context";
import { runSession } from "#engine/loop/session/run-session";
import { saveState } from "#engine/loop/save-state";
import { stashWork } from "#engine/loop/tree/stash-work";
import type { StashRef } from "#engine/git-port";
import { writePrompt } from "#engine/loop/session/write-prompt";
import { editItem } from "#engine/stores/backlog-store";

/** One pass: one item, one session, one verdict. Spec: Runner iteration procedure. */
export async function runIteration(ctx: LoopContext, itemId: string): Promise<void> {
  const { run } = ctx;
  await putAsideOtherWork(ctx, itemId);
  if (run.halt !== null) return;

  const iteration = run.state.iteration + 1;
  await saveState(ctx, { status: "running", iteration, currentItem: itemId });
  ctx.emit({ type: "iteration_start", iteration, maxIterations: ctx.plan.maxIterations });
  const item = await takeItem(ctx, itemId);
  if (item === null) return giveBackPass(ctx, iteration);
  run.idlePasses = 0;
  ctx.emit({ type: "item_selected", itemId, title: item.title, priority: item.priority });

  const attempt = (run.attempts.get(itemId) ?? 0) + 1;
  const before = await ctx.ports.git.head(ctx.repository);
  const stashes = await ctx.ports.git.stashHashes(ctx.repository);
  const agent = chooseAgent(ctx, item);
  const prompt = await writePrompt(ctx, item);
  const exit = await runSession(ctx, { itemId, agent, prompt });
  emitSignal(ctx, itemId, exit);

  await noteStashes(ctx, itemId, stashes);
  const verdict = settleItem({ exit, attempt, maxRetries: ctx.plan.maxRetries });
  const settled = await inspectWork(ctx, item, verdict, before);
  countAttempt(ctx, itemId, attempt, settled);
  await applyVerdict(ctx, item, settled, exit);
}

/** Unfinished work belongs to its own item: before another one starts it goes into a stash. */
async function putAsideOtherWork(ctx: LoopContext, itemId: string): Promise<void> {
  const unfinished = ctx.run.state.unfinishedItem ?? null;
  if (unfinished === null || unfinished === itemId) return;
  const { stash } = await stashWork(ctx, unfinished);
  if (stash !== null) {
    ctx.note(`Item ${unfinished}: its unfinished work is in a stash, "${stash.message}"`);
    await nameStash(ctx, unfinished, stash);
  }
  if (ctx.run.halt === null) await saveState(ctx, { unfinishedItem: null });
}

/** A blocked item says where its work is, also when that couldn't be put aside at once. */
async function nameStash(ctx: LoopContext, itemId: string, stash: StashRef): Promise<void> {
  const named = (item: BacklogItem): BacklogItem | null =>
    item.status === "blocked"
      ? { ...item, blockedReason: `${item.blockedReason ?? ""}; its work is in a stash, "${stash.message}"` }
      : null;
  const written = await editItem(ctx.ports, ctx.paths, itemId, named, ctx.plan.token);
  if (written !== null) ctx.run.backlog = written;
}

/** Work that its agent put away and forgot is in no commit; of one that it took out nobody else knows any more. */
async function noteStashes(ctx: LoopContext, itemId: string, before: readonly string[]): Promise<void> {
  const after = await ctx.ports.git.stashHashes(ctx.repository);
  const made = after.filter((hash) => !before.includes(hash));
  const gone = before.filter((hash) => !after.includes(hash));
  ctx.run.leftStash = made.at(-1) ?? null;
  for (const hash of made)
    ctx.note(`Item ${itemId}: a stash was made during its session and is still there: ${hash.slice(0, 12)}`);
  for (const hash of gone)
    ctx.note(`Item ${itemId}: a stash was taken out or dropped during its session: ${hash.slice(0, 12)}`);
}

/** Marks the item in progress, unless somebody has edited it away since it was selected. */
async function takeItem(ctx: LoopContext, itemId: string): Promise<BacklogItem | null> {
  let taken: BacklogItem | null = null;
  const take = (item: BacklogItem): BacklogItem | null => {
    if (item.status !== "pending") return null;
    taken = startItem(item);
    return taken;
  };
  const written = await editItem(ctx.ports, ctx.paths, itemId, take, ctx.plan.token);
  if (written !== null) ctx.run.backlog = written;
  return taken;
}

async function giveBackPass(ctx: LoopContext, iteration: number): Promise<void> {
  ctx.run.idlePasses += 1;
  await saveState(ctx, { iteration: iteration - 1, currentItem: null });
}

/** A usage limit, a cancel and an infra error cost no attempt. */
function countAttempt(ctx: LoopContext, itemId: string, attempt: number, verdict: Verdict): void {
  if (verdict.kind === "retry") ctx.run.attempts.set(itemId, attempt);
  else if (verdict.kind !== "infra" && verdict.kind !== "limit" && verdict.kind !== "cancelled") {
    ctx.run.attempts.delete(itemId);
  }
}
