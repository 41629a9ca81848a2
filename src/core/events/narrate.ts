import { CIRCUIT_BREAKER_THRESHOLD } from "#contracts/limits";
import type { EventType } from "#contracts/event-types";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { Narration } from "#core/events/narration";
import { TELLERS, type Memory, type Told } from "#core/events/tellers";
import { durationWords } from "#core/text/duration-words";

/** Turns a run's events, in their order, into what is told of them. */
export interface Narrator {
  tell(event: LoopEvent): Narration[];
}

export function createNarrator(options: { readonly breakerThreshold?: number } = {}): Narrator {
  const threshold = options.breakerThreshold ?? CIRCUIT_BREAKER_THRESHOLD;
  const memory: Memory = {
    titles: new Map(),
    workedMs: new Map(),
    signals: new Map(),
    toolStarts: new Map(),
    iteration: "",
    exit: null,
    failedAtOnce: null,
    failures: 0,
    sessionEndMs: null,
    sleptFromMs: null,
    reviewFromMs: null,
  };
  return {
    tell(event) {
      const before = tellFailure(memory, event, threshold);
      const tell = (Object.hasOwn(TELLERS, event.type) ? TELLERS[event.type] : undefined) as
        | ((memory: Memory, event: LoopEvent) => Told | null)
        | undefined;
      const told = tell?.(memory, event) ?? null;
      return told === null ? before : [...before, narration(event, told)];
    },
  };
}

function narration(event: LoopEvent, told: Told): Narration {
  return {
    at: event.timestamp,
    level: "normal",
    glyph: null,
    id: "itemId" in event && event.itemId !== "" ? event.itemId : null,
    says: "sentence",
    text: "",
    fact: null,
    hash: null,
    detail: [],
    untilMs: null,
    ...told,
  };
}

/** What else may follow a session that failed at once, and is its explanation. */
const EXPLAINS: ReadonlySet<EventType> = new Set([
  "signal_parsed",
  "usage_limit_hit",
  "loop_cancelled",
  "item_completed",
  "item_blocked",
  "item_retried",
  "needs_human",
  "loop_paused",
  "review_completed",
  "review_failed",
]);

function tellFailure(memory: Memory, event: LoopEvent, threshold: number): Narration[] {
  const exit = memory.failedAtOnce;
  if (exit === null || (event.type === "signal_parsed" && event.signal === "none")) return [];
  memory.failedAtOnce = null;
  if (EXPLAINS.has(event.type)) {
    memory.failures = 0;
    return [];
  }
  memory.failures += 1;
  const how = exit.exitCode === null ? "no exit code" : `exit ${exit.exitCode}`;
  const text = `the agent failed at once (${how} after ${durationWords(exit.durationMs)}), not counted; failure ${memory.failures} of ${threshold}`;
  return [narration(exit, { word: "retry", glyph: "retry", text })];
}
