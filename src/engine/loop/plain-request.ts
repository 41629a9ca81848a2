import type { RunRequest } from "#engine/loop/loop-context";

/** A run of which nothing is asked: the marker's values, else the defaults. */
export const PLAIN_REQUEST: Omit<RunRequest, "toolVersion"> = {
  maxIterations: null,
  maxRetries: null,
  model: null,
  ignoreItemModel: false,
  agent: null,
  sessionTimeoutMinutes: null,
  createBranch: null,
  seedBacklog: false,
  pauseOnNeedsHuman: false,
  retryBlocked: false,
  suppressIterationReview: false,
  review: false,
  reviewOnly: false,
  sleepOnLimit: null,
  circuitBreakerThreshold: null,
  childEnv: {},
  force: false,
  allowDirty: false,
};
