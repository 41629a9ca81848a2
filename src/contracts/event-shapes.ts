import { LIMIT_TYPES, SIGNAL_KINDS, TOOL_PHASES, type EventType } from "#contracts/event-types";
import type { EventEnvelope } from "#contracts/schema/persisted-event";
import {
  atLeast,
  boolean,
  count,
  object,
  oneOf,
  orNull,
  string,
  strings,
  time,
  type Check,
  type Shape,
} from "#contracts/shapes";

const number = atLeast(-Number.MAX_VALUE);
const TAILS = { stdoutTail: string, stderrTail: string };
const OF_ITEM = { itemId: string };

/** What readers rely on in the payload of each type; a torn or forged line is passed over, not stumbled at. */
const EVENT_PAYLOADS: Readonly<Record<EventType, Check>> = {
  loop_started: object(
    { maxIterations: count },
    { model: string, provider: string, branch: string, baseCommitHash: string, budgetSource: string },
  ),
  iteration_start: object({ iteration: count, maxIterations: count }),
  item_selected: object({ ...OF_ITEM, title: string, priority: number }),
  llm_spawned: object(
    { ...OF_ITEM, provider: string, timeoutMinutes: atLeast(0) },
    { model: string, pid: number },
  ),
  llm_exited: object({
    ...OF_ITEM,
    provider: string,
    exitCode: orNull(number),
    timedOut: boolean,
    durationMs: atLeast(0),
  }),
  signal_parsed: object({ ...OF_ITEM, signal: oneOf(SIGNAL_KINDS) }, { reason: string }),
  item_completed: object(
    { ...OF_ITEM, title: string },
    { commit: string, durationMs: atLeast(0), recovered: boolean, stash: string },
  ),
  item_blocked: object({ ...OF_ITEM, reason: string }, { ...TAILS, deferred: boolean, stash: string }),
  item_retried: object({ ...OF_ITEM, attempt: count, maxRetries: count }, TAILS),
  needs_human: object({ ...OF_ITEM, reason: string }),
  loop_paused: object({ ...OF_ITEM, reason: string }),
  usage_limit_hit: object({ limitType: oneOf(LIMIT_TYPES), utilization: number }),
  usage_limit_cleared: object({ limitType: oneOf(LIMIT_TYPES) }),
  sleep_start: object({ sleepUntil: time, reason: string }),
  sleep_end: object({}),
  loop_completed: object(
    { completedCount: count, blockedCount: count },
    { needsHumanCount: count, status: string, maxIterations: count },
  ),
  loop_error: object({ error: string }),
  loop_cancelled: object({}),
  review_started: object(
    { completedItemIds: strings },
    { files: count, linesAdded: count, linesRemoved: count },
  ),
  review_completed: object({ itemsCreated: count, summary: string }, { itemIds: strings }),
  review_failed: object({ reason: string }),
  llm_tool_activity: object({ ...OF_ITEM, toolName: string, phase: oneOf(TOOL_PHASES) }),
  llm_token_update: object({ ...OF_ITEM, inputTokens: count, outputTokens: count }),
  llm_stuck_warning: object(
    { ...OF_ITEM, silentMs: number },
    { currentTool: orNull(string), toolRunningMs: orNull(number) },
  ),
};

const ENVELOPE = object({
  type: string,
  timestamp: time,
  projectPath: string,
  seq: count,
  schemaVersion: string,
});

/** A line of events.ndjson of any version: of a type that is not known here only the envelope is looked at. */
export const EVENT_SHAPE: Shape<EventEnvelope> = (value) => {
  if (!ENVELOPE(value)) return false;
  const { type } = value as EventEnvelope;
  return !Object.hasOwn(EVENT_PAYLOADS, type) || EVENT_PAYLOADS[type as EventType](value);
};
