import type { BacklogPaths } from "#contracts/paths";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import { PLAIN_REQUEST } from "#engine/loop/plain-request";
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
  const run = { ...PLAIN_REQUEST, review: true, reviewOnly: true, maxIterations: 1, ...request };
  return startLoop(ports, paths, run, hooks);
}
