import { ITERATION_FRESH_MS } from "#contracts/limits";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { DerivedStatus, Health } from "#contracts/schema/status";

/** Signs of life of the session under way; null when there is none, or none that is alive (spec: DerivedStatus). */
export function deriveHealth(
  status: Pick<DerivedStatus, "loopState" | "lock">,
  iteration: IterationStatus | null,
  nowMs: number,
): Health | null {
  const live = status.loopState === "RUNNING" || status.loopState === "REVIEWING";
  if (iteration === null || !live || status.lock?.alive !== true) return null;
  const silentMs = Math.max(0, nowMs - Date.parse(iteration.lastActivityAt));
  return {
    stuckWarning: iteration.stuckWarning,
    iterationFresh: nowMs - Date.parse(iteration.updatedAt) < ITERATION_FRESH_MS,
    lastActivityAt: iteration.lastActivityAt,
    secondsSinceActivity: Math.floor(silentMs / 1000),
  };
}
