import { DEFAULT_MAX_ITERATIONS } from "#contracts/limits";
import type { LoopOptions } from "#contracts/schema/loop-options";
import type { Marker } from "#contracts/schema/marker";
import type { RunRequest } from "#engine/loop/loop-context";
import { PLAIN_REQUEST } from "#engine/loop/plain-request";

/** What a body asks of a run. The guards of branch and work tree are the surfaces' affair: whoever calls has looked at the preflight. */
export function startRequest(body: LoopOptions, marker: Marker, toolVersion: string): RunRequest {
  return {
    ...resumeRequest(toolVersion),
    maxIterations: body.maxIterations ?? marker.options.maxIterations ?? DEFAULT_MAX_ITERATIONS,
    maxRetries: body.maxRetries ?? null,
    model: body.model ?? null,
    ignoreItemModel: body.ignoreItemModel ?? false,
    agent: body.provider ?? null,
    sessionTimeoutMinutes: body.sessionTimeoutMinutes ?? null,
    pauseOnNeedsHuman: body.pauseOnNeedsHuman ?? false,
    retryBlocked: body.retryBlocked ?? false,
    suppressIterationReview: body.suppressIterationReview ?? false,
    review: body.review ?? false,
    reviewOnly: body.reviewOnly ?? false,
    sleepOnLimit: body.sleepOnLimit ?? null,
    circuitBreakerThreshold: body.circuitBreakerThreshold ?? null,
    childEnv: body.childEnv ?? {},
    allowDirty: body.allowDirty ?? false,
  };
}

/** The run that a resume goes on with, its budget computed anew. */
export function resumeRequest(toolVersion: string): RunRequest {
  return { ...PLAIN_REQUEST, force: true, toolVersion };
}
