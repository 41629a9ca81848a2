import { EVENTS_SCHEMA_VERSION, TOKEN_COALESCE_MS } from "#contracts/event-types";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { PersistedEvent } from "#contracts/schema/persisted-event";

/** Numbers one run's events densely from 0 and thins its token updates. */
export interface Sequence {
  /** What is to be written now, in order: nothing while a token update is held back, more when one was. */
  push(event: LoopEvent, nowMs: number): PersistedEvent[];
  /** The update still held back; for the end of the run. */
  flush(): PersistedEvent[];
}

/** Spec: Persisted events. A session's last update is never lost: it goes out before the session's end at the latest. */
export function createSequence(): Sequence {
  let seq = 0;
  let held: LoopEvent | null = null;
  let lastTokensMs = Number.NEGATIVE_INFINITY;

  const stamp = (event: LoopEvent): PersistedEvent => {
    const stamped = { ...event, seq, schemaVersion: EVENTS_SCHEMA_VERSION };
    seq += 1;
    return stamped;
  };
  const release = (): PersistedEvent[] => {
    if (held === null) return [];
    const stamped = stamp(held);
    held = null;
    return [stamped];
  };
  const isDue = (nowMs: number): boolean => nowMs - lastTokensMs >= TOKEN_COALESCE_MS;

  return {
    push(event, nowMs) {
      if (event.type === "llm_token_update") {
        const others =
          held !== null && held.type === event.type && held.itemId !== event.itemId ? release() : [];
        if (!isDue(nowMs)) {
          held = event;
          return others;
        }
        held = null;
        lastTokensMs = nowMs;
        return [...others, stamp(event)];
      }
      const due = held !== null && (event.type === "llm_exited" || isDue(nowMs)) ? release() : [];
      if (due.length > 0) lastTokensMs = nowMs;
      return [...due, stamp(event)];
    },
    flush: release,
  };
}
