import type { LoopOptions } from "#contracts/schema/loop-options";
import type { RunRequest } from "#engine/loop/loop-context";

/** Fields of a request that are settled before the server is asked: the guards were applied, the branch and the seed are made. */
type SettledHere = "createBranch" | "seedBacklog" | "force" | "toolVersion";

/** All that a line asks of a run, as the start route takes it, with the budget it was resolved to. */
export function startBody(
  request: Omit<RunRequest, SettledHere>,
  maxIterations: number,
  backlog: string | null,
): LoopOptions & { readonly backlogRoot?: string } {
  const { maxRetries, model, agent, sessionTimeoutMinutes, sleepOnLimit, circuitBreakerThreshold } = request;
  return {
    maxIterations,
    ...(maxRetries !== null && { maxRetries }),
    ...(model !== null && { model }),
    ...(agent !== null && { provider: agent }),
    ...(sessionTimeoutMinutes !== null && { sessionTimeoutMinutes }),
    ...(sleepOnLimit !== null && { sleepOnLimit }),
    ...(circuitBreakerThreshold !== null && { circuitBreakerThreshold }),
    ignoreItemModel: request.ignoreItemModel,
    pauseOnNeedsHuman: request.pauseOnNeedsHuman,
    retryBlocked: request.retryBlocked,
    suppressIterationReview: request.suppressIterationReview,
    review: request.review,
    reviewOnly: request.reviewOnly,
    allowDirty: request.allowDirty,
    childEnv: request.childEnv,
    ...(backlog !== null && { backlogRoot: backlog }),
  };
}
