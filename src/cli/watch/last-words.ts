import type { EventType } from "#contracts/event-types";
import type { LoopEvent } from "#contracts/schema/loop-event";

const LAST_WORDS: ReadonlySet<EventType> = new Set([
  "loop_completed",
  "loop_error",
  "loop_cancelled",
  "loop_paused",
]);

/** Whether a run ends with this event; one that ends at a usage limit has none. */
export const isLastWord = ({ type }: Pick<LoopEvent, "type">): boolean => LAST_WORDS.has(type);
