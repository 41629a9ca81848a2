/** What state.json holds (spec: Loop state); `starting` and `idle` are never shown under these names. */
export const LOOP_STATUSES = [
  "idle",
  "starting",
  "running",
  "paused",
  "complete",
  "paused_human",
  "limit_reached",
  "error",
  "sleeping_limit",
  "weekly_limit",
  "reviewing",
  "paused_usage_limit",
] as const;
export type LoopStatus = (typeof LOOP_STATUSES)[number];

/** What is derived and shown (spec: LoopStateEnum). */
export const LOOP_STATES = [
  "IDLE",
  "RUNNING",
  "PAUSED",
  "COMPLETE",
  "PAUSED_HUMAN",
  "LIMIT_REACHED",
  "ERROR",
  "NOT_INSTALLED",
  "SLEEPING_LIMIT",
  "WEEKLY_LIMIT",
  "REVIEWING",
  "PAUSED_USAGE_LIMIT",
] as const;
export type LoopStateName = (typeof LOOP_STATES)[number];

export const TONES = ["neutral", "info", "success", "warning", "danger"] as const;
export type Tone = (typeof TONES)[number];

export interface LoopStateLabel {
  readonly label: string;
  readonly tone: Tone;
}

/** The one source of labels for every surface. */
export const LOOP_STATE_LABELS: Readonly<Record<LoopStateName, LoopStateLabel>> = {
  IDLE: { label: "Idle", tone: "neutral" },
  RUNNING: { label: "Running", tone: "info" },
  PAUSED: { label: "Paused", tone: "info" },
  COMPLETE: { label: "Complete", tone: "success" },
  PAUSED_HUMAN: { label: "Needs Human", tone: "warning" },
  LIMIT_REACHED: { label: "Limit Reached", tone: "warning" },
  ERROR: { label: "Error", tone: "danger" },
  NOT_INSTALLED: { label: "Not Installed", tone: "neutral" },
  SLEEPING_LIMIT: { label: "Sleeping (Limit)", tone: "warning" },
  WEEKLY_LIMIT: { label: "Weekly Limit", tone: "warning" },
  REVIEWING: { label: "Reviewing", tone: "info" },
  PAUSED_USAGE_LIMIT: { label: "Usage Limit (Paused)", tone: "warning" },
};

/** Persisted to shown; total. What is active under a dead lock is derived as ERROR elsewhere. */
export const STATE_OF_STATUS: Readonly<Record<LoopStatus, LoopStateName>> = {
  idle: "IDLE",
  starting: "RUNNING",
  running: "RUNNING",
  paused: "PAUSED",
  complete: "COMPLETE",
  paused_human: "PAUSED_HUMAN",
  limit_reached: "LIMIT_REACHED",
  error: "ERROR",
  sleeping_limit: "SLEEPING_LIMIT",
  weekly_limit: "WEEKLY_LIMIT",
  reviewing: "REVIEWING",
  paused_usage_limit: "PAUSED_USAGE_LIMIT",
};

/** state.json's lastSignal; null before the first session has ended. */
export const LAST_SIGNALS = ["clean", "blocked", "needs_human", "error"] as const;
export type LastSignal = (typeof LAST_SIGNALS)[number];

/** A live process stands behind these; without one they tell of a crash. */
export const ACTIVE_LOOP_STATUSES = [
  "starting",
  "running",
  "sleeping_limit",
  "reviewing",
] as const satisfies readonly LoopStatus[];

/** A run ends in one of these, and has written its DONE marker. */
export const TERMINAL_LOOP_STATUSES = [
  "paused",
  "complete",
  "paused_human",
  "limit_reached",
  "error",
  "weekly_limit",
  "paused_usage_limit",
] as const satisfies readonly LoopStatus[];

/** `resume` takes a loop up from these, and from a dead lock with items left (spec: Loop state). */
export const RESUMABLE_LOOP_STATUSES = [
  "paused_human",
  "paused_usage_limit",
  "limit_reached",
  "error",
  "paused",
  "sleeping_limit",
  "weekly_limit",
] as const satisfies readonly LoopStatus[];

/** Where a shown status came from. */
export const STATE_SOURCES = ["state.json", "log-parsing", "none"] as const;
export type StateSource = (typeof STATE_SOURCES)[number];

export interface LoopTransition {
  readonly from: LoopStatus;
  readonly to: LoopStatus;
  readonly trigger: string;
}

/** Every status that a run may write over another (spec: Loop state). Reset removes state.json, which is idle again and no move. */
export const LOOP_TRANSITIONS: readonly LoopTransition[] = [
  ...LOOP_STATUSES.map((from) => ({ from, to: "starting", trigger: "loop start" }) as const),
  { from: "starting", to: "running", trigger: "baseline captured, markers cleared" },
  { from: "starting", to: "reviewing", trigger: "review-only" },
  ...(["starting", "running", "reviewing"] as const).flatMap((from) => [
    { from, to: "paused_usage_limit", trigger: "5h limit, sleepOnLimit false" } as const,
    { from, to: "sleeping_limit", trigger: "5h limit" } as const,
    { from, to: "weekly_limit", trigger: "7d limit" } as const,
  ]),
  { from: "sleeping_limit", to: "running", trigger: "window reset" },
  { from: "running", to: "paused_human", trigger: "needs-human signal with pause-on-needs-human" },
  { from: "running", to: "limit_reached", trigger: "iteration budget used up with non-done items left" },
  { from: "running", to: "complete", trigger: "all items resolved" },
  { from: "running", to: "reviewing", trigger: "review enabled and main loop finished" },
  { from: "reviewing", to: "running", trigger: "review created items" },
  { from: "reviewing", to: "complete", trigger: "review finished" },
  { from: "reviewing", to: "limit_reached", trigger: "review finished, no budget left for what remains" },
  ...ACTIVE_LOOP_STATUSES.flatMap((from) => [
    { from, to: "paused", trigger: "CANCEL marker or abort" } as const,
    { from, to: "error", trigger: "unexpected error or circuit breaker" } as const,
  ]),
];

/** The `error` of a run whose process was killed, told in its place. */
export const RUN_INTERRUPTED = "The run was interrupted.";
