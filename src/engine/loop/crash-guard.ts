import { counted } from "#core/text/counted";
import { tooDeep } from "#core/text/too-deep";
import { ToolError } from "#contracts/error";
import { giveBack } from "#engine/loop/give-back";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { writeDone } from "#engine/stores/control-files";

/** Spec, step 12: after an unexpected error the item is pending again and the run is over, as far as the machine still lets us write; gives the error that tells so. */
export async function abandonRun(ctx: LoopContext, error: unknown): Promise<ToolError> {
  const told = error instanceof ToolError ? error : (tooDeep(error) ?? internal(error));
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
  const commits = n === 0 ? [] : [`${counted(n, "commit")} ${n === 1 ? "stays" : "stay"}`];
  const kept = [...item, ...commits].join(", ");
  const stopped = `The loop has stopped${kept === "" ? "" : `; ${kept}`}.`;
  const reason = `${told.reason === undefined ? "" : `${told.reason}\n`}${stopped}`;
  return new ToolError(told.code, told.message, {
    reason,
    hints: [{ command: "tool resume", purpose: "once it is mended" }],
    ...(told.details === undefined ? {} : { details: told.details }),
    cause: error,
  });
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
