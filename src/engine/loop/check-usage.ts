import { usedUp } from "#core/loop/usage-limit";
import { USAGE_PREFLIGHT_MS } from "#contracts/limits";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveWhatWaits } from "#engine/loop/save-state";
import { routeLimit } from "#engine/loop/route-limit";

/** Asks the agent's vendor before a pass whether the plan is used up, at most once in five minutes; no answer means that it isn't. Spec: Runner iteration procedure, steps 1 and 10. */
export async function checkUsage(ctx: LoopContext): Promise<void> {
  const { run, ports } = ctx;
  const now = ports.clock.monotonic();
  const stopped = ctx.cancel.cause !== null || run.halt !== null || run.limit !== null;
  if (stopped || (run.usageAskedMs !== null && now - run.usageAskedMs < USAGE_PREFLIGHT_MS)) return;
  await saveWhatWaits(ctx);
  const reading = await ports.usage(ctx.plan.agentId);
  // One that can't be asked now, for its token has run out, may be asked later: the agent renews it.
  run.usageAskedMs = now;
  const notice = reading === null ? null : usedUp(reading);
  if (notice !== null) routeLimit(ctx, notice);
}
