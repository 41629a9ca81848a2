import type { LastSignal, LoopStateName } from "#contracts/loop-states";
import { PHRASES } from "#core/events/log-phrases";

/** What tool.log tells of its last run. */
export interface LogFacts {
  /** As the log leaves it: a run that was killed still reads as active. */
  readonly state: LoopStateName;
  readonly iteration: number | null;
  readonly maxIterations: number | null;
  readonly currentItem: string | null;
  readonly lastSignal: LastSignal | null;
  readonly startedAtMs: number | null;
  readonly lastLineAtMs: number | null;
  readonly sleepUntil: string | null;
}

const STAMPED = /^\[(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\] (.*)$/;

const NOTHING: LogFacts = {
  state: "IDLE",
  iteration: null,
  maxIterations: null,
  currentItem: null,
  lastSignal: null,
  startedAtMs: null,
  lastLineAtMs: null,
  sleepUntil: null,
};

/** Reads the lines that log-line writes (spec: Log line patterns); null when none of them is there. */
export function parseLog(lines: readonly string[]): LogFacts | null {
  let facts: LogFacts | null = null;
  for (const line of lines) {
    const stamped = STAMPED.exec(line);
    const atMs = stamped === null ? null : timeOf(`${stamped[1]}T${stamped[2]}Z`);
    const change = readLine(stamped?.[3] ?? line, atMs);
    if (change !== null) facts = { ...(facts ?? NOTHING), ...change };
    if (facts !== null && atMs !== null) facts = { ...facts, lastLineAtMs: atMs };
  }
  return facts;
}

/** Null for what is no time: an agent may have written the line. */
function timeOf(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** What one line changes; null for a line that says nothing about the status. */
function readLine(text: string, atMs: number | null): Partial<LogFacts> | null {
  return readRun(text, atMs) ?? readItem(text) ?? readWait(text);
}

function readRun(text: string, atMs: number | null): Partial<LogFacts> | null {
  const started = PHRASES.loopStarted.read(text);
  if (started !== null) {
    return { ...NOTHING, state: "RUNNING", maxIterations: Number(started.n), startedAtMs: atMs };
  }
  const iteration = PHRASES.iteration.read(text);
  if (iteration !== null) {
    return { state: "RUNNING", iteration: Number(iteration.n), maxIterations: Number(iteration.m) };
  }
  if (PHRASES.loopCompleted.read(text) !== null) return over("COMPLETE");
  const reached = PHRASES.maxIterationsReached.read(text);
  if (reached !== null) return { ...over("LIMIT_REACHED"), maxIterations: Number(reached.n) };
  if (PHRASES.loopPaused.read(text) !== null) return over("PAUSED_HUMAN");
  if (PHRASES.loopCancelled.read(text) !== null) return over("PAUSED");
  if (PHRASES.loopError.read(text) !== null) return over("ERROR");
  return PHRASES.loopReset.read(text) === null ? null : NOTHING;
}

const over = (state: LoopStateName): Partial<LogFacts> => ({ state, currentItem: null, sleepUntil: null });

function readItem(text: string): Partial<LogFacts> | null {
  const selected = PHRASES.itemSelected.read(text);
  if (selected !== null) return { currentItem: selected.id };
  if (PHRASES.itemCompleted.read(text) !== null) return { currentItem: null, lastSignal: "clean" };
  if (PHRASES.itemNeedsHuman.read(text) !== null) return { currentItem: null, lastSignal: "needs_human" };
  if (PHRASES.itemBlocked.read(text) !== null) return { currentItem: null, lastSignal: "blocked" };
  return PHRASES.itemRetried.read(text) === null ? null : { currentItem: null, lastSignal: "error" };
}

function readWait(text: string): Partial<LogFacts> | null {
  const limit = PHRASES.usageLimitHit.read(text);
  if (limit !== null) return over(limit.id === "7d" ? "WEEKLY_LIMIT" : "PAUSED_USAGE_LIMIT");
  const sleep = PHRASES.sleepStarted.read(text);
  if (sleep !== null) {
    return { state: "SLEEPING_LIMIT", sleepUntil: timeOf(sleep.id) === null ? null : sleep.id };
  }
  if (PHRASES.sleepEnded.read(text) !== null) return { state: "RUNNING", sleepUntil: null };
  if (PHRASES.reviewStarted.read(text) !== null) return { state: "REVIEWING", currentItem: null };
  const reviewed = PHRASES.reviewCompleted.read(text) ?? PHRASES.reviewFailed.read(text);
  return reviewed === null ? null : { state: "RUNNING" };
}
