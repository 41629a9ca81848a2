import { requeueItem } from "#core/backlog/move-item";
import { ToolError } from "#contracts/error";
import { findProof } from "#engine/loop/inspect-work";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { settleInFile } from "#engine/loop/settle-in-file";
import { writeDone } from "#engine/stores/control-files";

/** Spec, step 12: after an unexpected error the item is pending again and the run is over, as far as the machine still lets us write; gives the error that tells so. */
export async function abandonRun(ctx: LoopContext, error: unknown): Promise<ToolError> {
  const told = error instanceof ToolError ? error : internal(error);
  const { currentItem, completedItems } = ctx.run.state;
  const left = currentItem === null ? null : await giveBack(ctx, currentItem);
  await attempt(() =>
    saveState(ctx, {
      status: "error",
      error: told.message,
      currentItem: left,
      unfinishedItem: currentItem ?? ctx.run.state.unfinishedItem ?? null,
    }),
  );
  await attempt(() => writeDone(ctx.ports, ctx.paths, "error"));
  ctx.emit({ type: "loop_error", error: told.message });
  const item = currentItem === null || left !== null ? [] : [`${currentItem} is pending`];
  const n = completedItems.length;
  const commits = n === 0 ? [] : [n === 1 ? "1 commit stays" : `${n} commits stay`];
  const kept = [...item, ...commits].join(", ");
  const stopped = `The loop has stopped${kept === "" ? "" : `; ${kept}`}.`;
  const reason = `${told.reason === undefined ? "" : `${told.reason}\n`}${stopped}`;
  return new ToolError(told.code, told.message, {
    reason,
    hints: [{ command: "tool loop run", purpose: "once it is mended" }],
    ...(told.details === undefined ? {} : { details: told.details }),
    cause: error,
  });
}

/** Pending again, also when the file says done and the commit didn't come. Gives the id where that couldn't be settled: state.json then tells the next start. */
async function giveBack(ctx: LoopContext, id: string): Promise<string | null> {
  const known = ctx.run.backlog.items.find((item) => item.id === id);
  if (known === undefined) return null;
  let left: string | null = id;
  await attempt(async () => {
    let unknown = false;
    const committed = await findProof(ctx, id).then(
      (commit) => commit !== null,
      () => null,
    );
    await settleInFile(ctx, known, (item) => {
      unknown = item.status === "done" && committed === null;
      const isWord = item.status === "done" && committed === false;
      return item.status === "in_progress" || isWord ? requeueItem(item) : item;
    });
    left = unknown ? id : null;
  });
  return left;
}

const internal = (error: unknown): ToolError =>
  new ToolError(
    "INTERNAL_ERROR",
    `This is a bug in tool: ${error instanceof Error ? error.message : String(error)}.`,
    {
      cause: error,
    },
  );

/** What can't be written any more is mended by the next start. */
async function attempt(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch {
    // Told already by the error that brought us here.
  }
}
