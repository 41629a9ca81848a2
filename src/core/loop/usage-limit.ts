import {
  FIVE_HOURS_MS,
  LIMIT_PAST_RESET_MS,
  LIMIT_PROBE_MAX_MS,
  LIMIT_PROBE_MS,
  USAGE_FULL_PERCENT,
} from "#contracts/limits";
import type { LimitNotice } from "#core/agents/agent-record";
import type { LimitStep } from "#core/loop/next-step";

interface Window {
  readonly utilization: number;
  readonly resetsAtMs: number | null;
}

/** Whether a plan is used up before an agent has been asked: the week first, then the five hours. */
export function usedUp(reading: {
  readonly fiveHour: Window | null;
  readonly sevenDay: Window | null;
}): LimitNotice | null {
  const { fiveHour, sevenDay } = reading;
  if (isFull(sevenDay)) return { window: "7d", words: "the weekly usage is used up", ...sevenDay };
  if (isFull(fiveHour)) return { window: "5h", words: "the 5-hour usage is used up", ...fiveHour };
  return null;
}

const isFull = (window: Window | null): window is Window =>
  window !== null && window.utilization >= USAGE_FULL_PERCENT;

/** A rate of the minute is free again by itself. */
const MINUTE_LIMIT_MS = 60_000;

/** What a limit asks of the run: seven days are never slept through, minutes always. Spec: Loop state. */
export function planLimit(input: {
  readonly notice: LimitNotice;
  readonly nowMs: number;
  readonly sleepOnLimit: boolean;
  /** Sleeps in a row that brought no session further; each makes a guess longer. */
  readonly blindSleeps: number;
}): LimitStep {
  const { notice, nowMs, blindSleeps } = input;
  if (notice.window === "minute") {
    return { kind: "sleep", untilMs: nowMs + lengthened(MINUTE_LIMIT_MS, blindSleeps), limitType: "5h" };
  }
  if (isWeekly(notice, nowMs)) {
    return { kind: "halt", status: "weekly_limit", untilMs: notice.resetsAtMs, limitType: "7d" };
  }
  if (!input.sleepOnLimit) {
    return { kind: "halt", status: "paused_usage_limit", untilMs: notice.resetsAtMs, limitType: "5h" };
  }
  return { kind: "sleep", untilMs: wakeMs(notice.resetsAtMs, nowMs, blindSleeps), limitType: "5h" };
}

function isWeekly(notice: LimitNotice, nowMs: number): boolean {
  if (notice.window !== "unknown") return notice.window === "7d";
  return notice.resetsAtMs !== null && notice.resetsAtMs - nowMs > FIVE_HOURS_MS;
}

/** A reset that is past must not become a respawn without a pause, nor a misread one a sleep beyond the window. */
function wakeMs(resetsAtMs: number | null, nowMs: number, blindSleeps: number): number {
  if (resetsAtMs === null) return nowMs + lengthened(LIMIT_PROBE_MS, blindSleeps);
  if (resetsAtMs <= nowMs) return nowMs + lengthened(LIMIT_PAST_RESET_MS, blindSleeps);
  return Math.min(resetsAtMs, nowMs + FIVE_HOURS_MS);
}

const lengthened = (firstMs: number, times: number): number =>
  Math.min(LIMIT_PROBE_MAX_MS, firstMs * 2 ** Math.min(times, 30));
