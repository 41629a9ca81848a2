import type { BacklogPaths } from "#contracts/paths";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import { startLoop, type RunHooks } from "#engine/loop/start-loop";
import type { Ports } from "#engine/ports";

/** Null: the marker's value, else the default. */
export interface ReviewRequest {
  readonly model: string | null;
  readonly sessionTimeoutMinutes: number | null;
  readonly toolVersion: string;
}

/** A run that does nothing but review all done items (spec: loop review). */
export function reviewLoop(
  ports: Ports,
  paths: BacklogPaths,
  request: ReviewRequest,
  hooks: RunHooks,
): Promise<LoopOutcome> {
  return startLoop(ports, paths, { ...REVIEW_RUN, ...request }, hooks);
}

const REVIEW_RUN = {
  reviewOnly: true,
  review: true,
  maxIterations: 1,
  maxRetries: null,
  ignoreItemModel: false,
  agent: null,
  createBranch: null,
  seedBacklog: false,
  pauseOnNeedsHuman: false,
  retryBlocked: false,
  suppressIterationReview: false,
  sleepOnLimit: null,
  circuitBreakerThreshold: null,
  childEnv: {},
  force: false,
  allowDirty: false,
} as const;
