import { ToolError } from "#contracts/error";
import type { LoopContext } from "#engine/loop/loop-context";
import { sweepDone } from "#engine/stores/sweep-done";

/** Spec: MarkerOptions, autoSweep. What it writes is committed with the first item that is done. A sweep that fails stops no run: the items stay where they are; nor does one take away what a review is about to read. */
export async function autoSweep(ctx: LoopContext): Promise<void> {
  const { autoSweep: isWanted, sweepMinAgeDays: minAgeDays = 0 } = ctx.marker.options;
  if (isWanted !== true || ctx.request.reviewOnly) return;
  try {
    const rule = { minAgeDays, unsettled: null, rest: "stays" } as const;
    const { plan, backlog } = await sweepDone(ctx.ports, ctx.paths, rule, ctx.plan.token);
    ctx.run.backlog = backlog;
    for (const [month, items] of plan.byMonth)
      ctx.note(`Archived to ${month}: ${items.map((item) => item.id).join(", ")}`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    ctx.note(`Done items can't be archived and stay: ${error.message}`);
  }
}
