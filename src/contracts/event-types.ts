import { FILES } from "#contracts/names";

/** The 24 loop events, in the order of their table (spec: Loop events). */
export const EVENT_TYPES = [
  "loop_started",
  "iteration_start",
  "item_selected",
  "llm_spawned",
  "llm_exited",
  "signal_parsed",
  "item_completed",
  "item_blocked",
  "item_retried",
  "needs_human",
  "loop_paused",
  "usage_limit_hit",
  "usage_limit_cleared",
  "sleep_start",
  "sleep_end",
  "loop_completed",
  "loop_error",
  "loop_cancelled",
  "review_started",
  "review_completed",
  "review_failed",
  "llm_tool_activity",
  "llm_token_update",
  "llm_stuck_warning",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a session's text can say; `none` is the absence of a signal. */
export const SIGNAL_KINDS = ["done", "blocked", "needs_human", "review", "none"] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** The agent's usage windows. */
export const LIMIT_TYPES = ["5h", "7d"] as const;
export type LimitType = (typeof LIMIT_TYPES)[number];

export const TOOL_PHASES = ["start", "end"] as const;
export type ToolPhase = (typeof TOOL_PHASES)[number];

/** Raised only when an event type or a documented field is renamed or removed (spec: Versioning). */
export const EVENTS_SCHEMA_VERSION = "1";

/** At most one token update is persisted per interval. */
export const TOKEN_COALESCE_MS = 1000;

/** Inside the state directory. */
export const EVENTS_FILE = FILES.events;
