import { INFRA_PAUSES_MS, INFRA_PAUSE_MAX_MS } from "#contracts/limits";
import type { Verdict } from "#core/loop/settle-item";

/** Consecutive infra failures after one more session; a cancel says nothing about the agent. */
export function afterSession(count: number, verdict: Verdict["kind"]): number {
  if (verdict === "infra") return count + 1;
  return verdict === "cancelled" ? count : 0;
}

/** Whether the loop halts in error (spec: Limits). */
export function isTripped(count: number, threshold: number): boolean {
  return count >= threshold;
}

/** How long to wait before the next session after so many failures in a row. */
export function pauseMs(consecutiveFailures: number): number {
  if (consecutiveFailures <= 0) return 0;
  const listed = INFRA_PAUSES_MS[consecutiveFailures - 1];
  const last = INFRA_PAUSES_MS[INFRA_PAUSES_MS.length - 1] ?? 0;
  return Math.min(INFRA_PAUSE_MAX_MS, listed ?? last * 2 ** (consecutiveFailures - INFRA_PAUSES_MS.length));
}
