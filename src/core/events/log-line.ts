import type { EventType } from "#contracts/event-types";
import type { LoopEvent, LoopEventOf } from "#contracts/schema/loop-event";
import { PHRASES } from "#core/events/log-phrases";
import { durationWords } from "#core/text/duration-words";
import { foldLine } from "#core/text/fold-line";

/** What tool.log says of an event, without the time; nothing for what comes by the hundred from inside a session. */
export function logLine(event: LoopEvent): string[] {
  const say = LINES[event.type] as (event: LoopEvent) => string | null;
  const line = say(event);
  return line === null ? [] : [line];
}

const LINES: { readonly [T in EventType]: (event: LoopEventOf<T>) => string | null } = {
  loop_started: (event) => PHRASES.loopStarted.say({ n: event.maxIterations }),
  iteration_start: (event) => PHRASES.iteration.say({ n: event.iteration, m: event.maxIterations }),
  item_selected: (event) => PHRASES.itemSelected.say({ id: event.itemId, text: event.title }),
  llm_spawned: ({ provider, model, timeoutMinutes }) =>
    foldLine(
      `Session of ${provider}${model === undefined ? "" : `, ${model}`} starts, ${timeoutMinutes} min at most`,
    ),
  llm_exited: ({ provider, exitCode, timedOut, durationMs }) => {
    const how = timedOut ? "timed out" : exitCode === null ? "was killed" : `exited with ${exitCode}`;
    return foldLine(`Session of ${provider} ${how} after ${durationWords(durationMs)}`);
  },
  signal_parsed: (event) => `Signal: ${event.signal}`,
  item_completed: (event) => PHRASES.itemCompleted.say({ id: event.itemId, text: event.title }),
  item_blocked: (event) => PHRASES.itemBlocked.say({ id: event.itemId, text: event.reason }),
  item_retried: (event) =>
    PHRASES.itemRetried.say({ id: event.itemId, n: event.attempt, m: event.maxRetries }),
  needs_human: (event) => PHRASES.itemNeedsHuman.say({ id: event.itemId, text: event.reason }),
  loop_paused: (event) => PHRASES.loopPaused.say({ id: event.itemId }),
  usage_limit_hit: (event) =>
    PHRASES.usageLimitHit.say({ id: event.limitType, n: Math.round(event.utilization) }),
  usage_limit_cleared: (event) => `Usage limit cleared (${event.limitType})`,
  sleep_start: (event) => PHRASES.sleepStarted.say({ id: event.sleepUntil, text: event.reason }),
  sleep_end: () => PHRASES.sleepEnded.say({}),
  loop_completed: (event) =>
    event.status === "limit_reached"
      ? PHRASES.maxIterationsReached.say({ n: event.maxIterations ?? 0 })
      : PHRASES.loopCompleted.say({}),
  loop_error: (event) => PHRASES.loopError.say({ text: event.error }),
  loop_cancelled: () => PHRASES.loopCancelled.say({}),
  review_started: (event) => PHRASES.reviewStarted.say({ n: event.completedItemIds.length }),
  review_completed: (event) => PHRASES.reviewCompleted.say({ n: event.itemsCreated }),
  review_failed: (event) => PHRASES.reviewFailed.say({ text: event.reason }),
  llm_tool_activity: () => null,
  llm_token_update: () => null,
  llm_stuck_warning: (event) => `No output for ${durationWords(event.silentMs)}`,
};

/** A line with its time: `[YYYY-MM-DD HH:mm:ss] text`, in UTC. */
export function stampLine(text: string, nowMs: number): string {
  const iso = new Date(nowMs).toISOString();
  return `[${iso.slice(0, 10)} ${iso.slice(11, 19)}] ${text}`;
}
