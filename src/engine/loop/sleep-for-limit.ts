import type { Step } from "#core/loop/next-step";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";

/** Short enough that a cancel, and the clock of a machine that was itself suspended, are noticed within 2 s. */
const SLICE_MS = 1000;

/** Waits for a usage window by the wall clock, ended early by a cancel. */
export async function sleepForLimit(ctx: LoopContext, step: Extract<Step, { kind: "sleep" }>): Promise<void> {
  const { clock } = ctx.ports;
  const sleepUntil = new Date(step.untilMs).toISOString();
  const startedMs = clock.now();
  await saveState(ctx, { status: "sleeping_limit", sleepUntil });
  ctx.emit({ type: "sleep_start", sleepUntil, reason: `the ${limitName(step.limitType)} usage limit` });
  while (ctx.cancel.cause === null && clock.now() < step.untilMs) {
    await clock.sleep(Math.min(SLICE_MS, step.untilMs - clock.now()), ctx.cancel);
  }
  ctx.run.limit = null;
  ctx.run.sleptMs += Math.max(0, clock.now() - startedMs);
  if (ctx.cancel.cause === null) {
    ctx.emit({ type: "usage_limit_cleared", limitType: step.limitType });
    await saveState(ctx, { status: "running", sleepUntil: null });
  }
  ctx.emit({ type: "sleep_end" });
}

const limitName = (limitType: "5h" | "7d"): string => (limitType === "5h" ? "5-hour" : "7-day");
