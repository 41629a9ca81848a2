import type { LimitNotice } from "#core/agents/agent-record";
import { planLimit } from "#core/loop/usage-limit";
import type { LoopContext } from "#engine/loop/loop-context";

/** Says the limit and leaves to the next decision whether to sleep or to end. */
export function routeLimit(ctx: LoopContext, notice: LimitNotice): void {
  const { run } = ctx;
  const planned = planLimit({
    notice,
    nowMs: ctx.ports.clock.now(),
    blindSleeps: run.blindSleeps,
    sleepOnLimit: ctx.plan.sleepOnLimit,
  });
  run.blindSleeps += 1;
  run.limit = planned;
  ctx.emit({
    type: "usage_limit_hit",
    limitType: planned.limitType,
    utilization: notice.utilization ?? 100,
  });
}
