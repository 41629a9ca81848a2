import { ToolError } from "#contracts/error";
import { finishLoop, type LoopOutcome } from "#engine/loop/finish-loop";
import { giveBack } from "#engine/loop/give-back";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";

/** Whether it is only git that failed, and only because a second Ctrl-C ended it. */
export function wasStopped(ctx: LoopContext, error: unknown): boolean {
  return ctx.hurry.cause !== null && error instanceof ToolError && error.code === "CONFLICT";
}

/** The end of a run whose git was ended with it, a commit that hung in its hook: cancelled like any other, the item pending with its work in the tree. */
export async function stopRun(ctx: LoopContext): Promise<LoopOutcome> {
  const { currentItem, unfinishedItem } = ctx.run.state;
  const left = currentItem === null ? null : await giveBack(ctx, currentItem);
  await saveState(ctx, { unfinishedItem: currentItem ?? unfinishedItem ?? null });
  return finishLoop(ctx, { kind: "end", status: "paused", error: null }, left);
}
