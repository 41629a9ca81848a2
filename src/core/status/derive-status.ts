import { ACTIVE_LOOP_STATUSES, STATE_OF_STATUS, type LoopStateName } from "#contracts/loop-states";
import type { LoopState } from "#contracts/schema/loop-state";
import type { BacklogSummary, DerivedStatus, LockSummary } from "#contracts/schema/status";
import { parseLog } from "#core/status/parse-log";

export interface StatusFacts {
  /** The marker file is there. */
  readonly installed: boolean;
  /** state.json; null when absent. */
  readonly state: LoopState | null;
  /** Of tool.log, from the start of its last run at least; asked for only without a state. */
  readonly log: readonly string[] | null;
  readonly summary: BacklogSummary;
  readonly lock: LockSummary;
  readonly nowMs: number;
}

/** Where a loop stands: by state.json, else by the log, else nothing is known. Spec: DerivedStatus. */
export function deriveStatus(facts: StatusFacts): DerivedStatus {
  if (!facts.installed) return { ...unknown(facts), loopState: "NOT_INSTALLED" };
  if (facts.state !== null) return fromState(facts, facts.state);
  return fromLog(facts) ?? unknown(facts);
}

const unknown = (facts: StatusFacts): DerivedStatus => ({
  loopState: "IDLE",
  stateSource: "none",
  iteration: null,
  maxIterations: null,
  currentItem: null,
  lastSignal: null,
  startedAt: null,
  elapsed: null,
  backlogSummary: facts.summary,
  lock: facts.lock,
});

function fromState(facts: StatusFacts, state: LoopState): DerivedStatus {
  const loopState = believed(STATE_OF_STATUS[state.status], facts.lock);
  const endMs = isActive(loopState) ? facts.nowMs : Date.parse(state.updatedAt);
  return {
    ...unknown(facts),
    loopState,
    stateSource: "state.json",
    iteration: state.iteration,
    maxIterations: state.maxIterations,
    currentItem: state.currentItem,
    lastSignal: state.lastSignal,
    startedAt: state.startedAt,
    elapsed: secondsBetween(Date.parse(state.startedAt), endMs),
    ...sleepOf(loopState, state.sleepUntil ?? null),
  };
}

function fromLog(facts: StatusFacts): DerivedStatus | null {
  const log = parseLog(facts.log ?? []);
  if (log === null) return null;
  const loopState = believed(log.state, facts.lock);
  const endMs = isActive(loopState) ? facts.nowMs : (log.lastLineAtMs ?? facts.nowMs);
  return {
    ...unknown(facts),
    loopState,
    stateSource: "log-parsing",
    iteration: log.iteration,
    maxIterations: log.maxIterations,
    currentItem: log.currentItem,
    lastSignal: log.lastSignal,
    startedAt: log.startedAtMs === null ? null : new Date(log.startedAtMs).toISOString(),
    elapsed: log.startedAtMs === null ? null : secondsBetween(log.startedAtMs, endMs),
    ...sleepOf(loopState, log.sleepUntil),
  };
}

const ACTIVE_STATES: ReadonlySet<LoopStateName> = new Set(
  ACTIVE_LOOP_STATUSES.map((status) => STATE_OF_STATUS[status]),
);

const isActive = (state: LoopStateName): boolean => ACTIVE_STATES.has(state);

/** A run that calls itself active without a living process behind its lock has crashed. */
const believed = (state: LoopStateName, lock: LockSummary): LoopStateName =>
  isActive(state) && !lock.alive ? "ERROR" : state;

/** Whole seconds, never below 0 although clocks are set back. */
const secondsBetween = (startMs: number, endMs: number): number =>
  Math.max(0, Math.floor((endMs - startMs) / 1000));

const WAITING: readonly LoopStateName[] = ["SLEEPING_LIMIT", "WEEKLY_LIMIT", "PAUSED_USAGE_LIMIT"];

const sleepOf = (state: LoopStateName, sleepUntil: string | null): Pick<DerivedStatus, "sleepUntil"> =>
  WAITING.includes(state) ? { sleepUntil } : {};
