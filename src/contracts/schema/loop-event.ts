import * as z from "zod";
import { EVENT_TYPES, LIMIT_TYPES, SIGNAL_KINDS, TOOL_PHASES, type EventType } from "#contracts/event-types";
import { count, timestamp, type Data } from "#contracts/schema/fields";

const itemId = z.string();
const text = z.string();
const tails = { stdoutTail: text.optional(), stderrTail: text.optional() };
const limitType = z.enum(LIMIT_TYPES);

/** The fields of each event besides type, timestamp and projectPath (spec: Loop events); the optional ones that the table doesn't have are additive. In a review, which is no item's, itemId is "". */
export const LOOP_EVENT_PAYLOADS = {
  loop_started: {
    maxIterations: count,
    model: text.optional(),
    provider: text.optional(),
    branch: text.optional(),
    baseCommitHash: text.optional(),
    budgetSource: text.optional(),
  },
  iteration_start: { iteration: count, maxIterations: count },
  item_selected: { itemId, title: text, priority: z.number() },
  llm_spawned: {
    itemId,
    provider: text,
    model: text.optional(),
    timeoutMinutes: z.number(),
    pid: z.int().optional(),
  },
  llm_exited: {
    itemId,
    provider: text,
    exitCode: z.int().nullable(),
    timedOut: z.boolean(),
    durationMs: z.number(),
  },
  signal_parsed: { itemId, signal: z.enum(SIGNAL_KINDS), reason: text.optional() },
  item_completed: {
    itemId,
    title: text,
    commit: text.optional(),
    durationMs: z.number().optional(),
    recovered: z.boolean().optional(),
    /** Made by its agent and left there. */
    stash: text.optional(),
  },
  item_blocked: {
    itemId,
    reason: text,
    ...tails,
    deferred: z.boolean().optional(),
    stash: text.optional(),
  },
  item_retried: { itemId, attempt: count, maxRetries: count, ...tails },
  needs_human: { itemId, reason: text },
  loop_paused: { reason: z.literal("needs_human"), itemId },
  usage_limit_hit: { limitType, utilization: z.number().min(0).max(100) },
  usage_limit_cleared: { limitType },
  sleep_start: { sleepUntil: timestamp, reason: text },
  sleep_end: {},
  loop_completed: {
    completedCount: count,
    blockedCount: count,
    needsHumanCount: count.optional(),
    status: text.optional(),
    maxIterations: count.optional(),
  },
  loop_error: { error: text },
  loop_cancelled: {},
  review_started: {
    completedItemIds: z.array(itemId),
    files: count.optional(),
    linesAdded: count.optional(),
    linesRemoved: count.optional(),
  },
  review_completed: { itemsCreated: count, summary: text, itemIds: z.array(itemId).optional() },
  review_failed: { reason: text },
  llm_tool_activity: { itemId, toolName: text, phase: z.enum(TOOL_PHASES) },
  llm_token_update: { itemId, inputTokens: count, outputTokens: count },
  llm_stuck_warning: {
    itemId,
    silentMs: z.number(),
    currentTool: text.nullable().optional(),
    toolRunningMs: z.number().nullable().optional(),
  },
} as const satisfies Record<EventType, z.ZodRawShape>;

type Payload<T extends EventType> = [keyof (typeof LOOP_EVENT_PAYLOADS)[T]] extends [never]
  ? object
  : Data<z.ZodObject<(typeof LOOP_EVENT_PAYLOADS)[T]>>;
type Flat<T> = { readonly [K in keyof T]: T[K] };
interface Envelope {
  readonly timestamp: string;
  readonly projectPath: string;
}

/** An event of one type. */
export type LoopEventOf<T extends EventType> = Flat<{ type: T } & Envelope & Payload<T>>;

/** Any of the 24 events. */
export type LoopEvent = { [T in EventType]: LoopEventOf<T> }[EventType];

/** What the loop emits; the emitter stamps time and project. */
export type LoopEventBody = { [T in EventType]: Flat<{ type: T } & Payload<T>> }[EventType];

/** One event as an object of its own, unknown fields kept. */
export function loopEventSchemaOf<T extends EventType>(type: T): z.ZodType<LoopEventOf<T>> {
  const shape = { type: z.literal(type), timestamp, projectPath: z.string(), ...LOOP_EVENT_PAYLOADS[type] };
  return z.looseObject(shape) as unknown as z.ZodType<LoopEventOf<T>>;
}

const members = EVENT_TYPES.map((type) => loopEventSchemaOf(type)) as unknown as [
  z.ZodObject,
  ...z.ZodObject[],
];

/** Told apart by `type`; a reader of files ignores the types it doesn't know before it asks this. */
export const loopEventSchema = z.discriminatedUnion("type", members) as unknown as z.ZodType<LoopEvent>;
