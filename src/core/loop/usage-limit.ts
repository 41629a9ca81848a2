import type { AgentId } from "#contracts/agent-ids";
import {
  FIVE_HOURS_MS,
  LIMIT_PAST_RESET_MS,
  LIMIT_PROBE_MAX_MS,
  LIMIT_PROBE_MS,
  RATE_WAIT_MS,
  RATE_WAITS,
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

interface LimitFacts {
  readonly notice: LimitNotice;
  /** Whose limit it is. */
  readonly agentId: AgentId;
  readonly nowMs: number;
  readonly sleepOnLimit: boolean;
  /** Waits in a row that brought no session further; each makes a guess longer. */
  readonly blindSleeps: number;
}

/**
 * What a limit asks of the run: seven days are never slept through, a rate is always waited out. One that isn't free
 * again after the last wait was no rate of the minute, and so neither wait is endless. Spec: Loop state.
 */
export function planLimit(told: LimitFacts): LimitStep {
  const facts = { ...told, notice: believable(told.notice, told.nowMs) };
  const { notice, agentId, nowMs, blindSleeps } = facts;
  if (notice.window === "minute") {
    const waitMs = rateWaitMs(facts);
    if (waitMs !== null) return { kind: "sleep", untilMs: nowMs + waitMs, limitType: "minute", agentId };
    return planLimit(asUsageLimit(facts));
  }
  if (isWeekly(notice, nowMs)) {
    return { kind: "halt", status: "weekly_limit", untilMs: notice.resetsAtMs, limitType: "7d" };
  }
  if (!facts.sleepOnLimit) {
    return { kind: "halt", status: "paused_usage_limit", untilMs: notice.resetsAtMs, limitType: "5h" };
  }
  return { kind: "sleep", untilMs: wakeMs(notice.resetsAtMs, nowMs, blindSleeps), limitType: "5h", agentId };
}

const YEAR_MS = 366 * 24 * 60 * 60_000;

/** No plan has a window of years: such a time is a misreading, and may be none that a calendar has. */
function believable(notice: LimitNotice, nowMs: number): LimitNotice {
  const { resetsAtMs } = notice;
  return resetsAtMs === null || Math.abs(resetsAtMs - nowMs) <= YEAR_MS
    ? notice
    : { ...notice, resetsAtMs: null };
}

/** Null for what is no rate of the minute after all. */
function rateWaitMs({ notice, nowMs, blindSleeps }: LimitFacts): number | null {
  if (blindSleeps >= RATE_WAITS || isFar(notice, nowMs)) return null;
  if (notice.resetsAtMs === null || blindSleeps > 0) return lengthened(RATE_WAIT_MS, blindSleeps);
  return Math.max(SHORTEST_WAIT_MS, notice.resetsAtMs - nowMs);
}

/** Agents have tried again by themselves before they say so: a second is too little. */
const SHORTEST_WAIT_MS = 5000;

const isFar = (notice: LimitNotice, nowMs: number): boolean =>
  notice.resetsAtMs !== null && notice.resetsAtMs - nowMs > LIMIT_PROBE_MS;

/** The time that a rate was said to take is only believed when it is long. */
function asUsageLimit(facts: LimitFacts): LimitFacts {
  const { notice, nowMs, blindSleeps } = facts;
  const resetsAtMs = isFar(notice, nowMs) ? notice.resetsAtMs : null;
  return {
    ...facts,
    notice: { ...notice, window: "unknown", resetsAtMs },
    blindSleeps: Math.max(0, blindSleeps - RATE_WAITS),
  };
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
