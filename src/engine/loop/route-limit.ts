import type { AgentId } from "#contracts/agent-ids";
import type { LimitNotice } from "#core/agents/agent-record";
import { planLimit } from "#core/loop/usage-limit";
import type { LoopContext } from "#engine/loop/loop-context";

/** Says the limit of an agent, of the run's own if not told, and leaves to the next decision whether to wait or to end. A rate of the minute is no usage limit: it has its line in the log alone. */
export function routeLimit(ctx: LoopContext, notice: LimitNotice, agentId: AgentId = ctx.plan.agentId): void {
  const { run } = ctx;
  const planned = planLimit({
    notice,
    agentId,
    nowMs: ctx.ports.clock.now(),
    blindSleeps: run.blindSleeps,
    sleepOnLimit: ctx.plan.sleepOnLimit,
  });
  run.blindSleeps += 1;
  run.limit = planned;
  const { limitType } = planned;
  if (limitType === "minute") ctx.note(`The rate limit of ${agentId} is reached: ${notice.words}`);
  else ctx.emit({ type: "usage_limit_hit", limitType, utilization: notice.utilization ?? 100 });
}
