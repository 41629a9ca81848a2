import { requeueItem } from "#core/backlog/move-item";
import { ToolError } from "#contracts/error";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { writeDone } from "#engine/stores/control-files";
import { editItem } from "#engine/stores/backlog-store";

/** Spec, step 12: after an unexpected error the item is pending again and the run is over, as far as the machine still lets us write; gives the error that tells so. */
export async function abandonRun(ctx: LoopContext, error: unknown): Promise<ToolError> {
  const told = error instanceof ToolError ? error : internal(error);
  const { currentItem, completedItems } = ctx.run.state;
  await attempt(async () => {
    if (currentItem === null) return;
    await editItem(ctx.ports, ctx.paths, currentItem, (item) =>
      item.status === "in_progress" ? requeueItem(item) : null,
    );
  });
  await attempt(() =>
    saveState(ctx, {
      status: "error",
      error: told.message,
      currentItem: null,
      unfinishedItem: currentItem ?? ctx.run.state.unfinishedItem ?? null,
    }),
  );
  await attempt(() => writeDone(ctx.ports, ctx.paths, "error"));
  ctx.emit({ type: "loop_error", error: told.message });
  const item = currentItem === null ? "" : ` ${currentItem} is pending,`;
  const commits = completedItems.length === 1 ? "1 commit stays" : `${completedItems.length} commits stay`;
  const reason = `${told.reason === undefined ? "" : `${told.reason}\n`}The loop has stopped;${item} ${commits}.`;
  return new ToolError(told.code, told.message, {
    reason,
    hints: [{ command: "tool loop run", purpose: "once it is mended" }],
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
