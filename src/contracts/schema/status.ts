import * as z from "zod";
import { LOOP_STATES, STATE_SOURCES } from "#contracts/loop-states";
import { count, timestamp, type Data } from "#contracts/schema/fields";

/** `blocked` counts all blocked items, those that need a human and deferred ones included (spec: DerivedStatus). */
export const backlogSummarySchema = z.object({
  pending: count,
  inProgress: count,
  blocked: count,
  needsHuman: count.optional(),
  deferred: count.optional(),
  done: count,
  total: count,
});
export type BacklogSummary = Data<typeof backlogSummarySchema>;

/** What a look at the loop's lock tells; stale: its process is dead, recycled or unreadable (spec: LockSummary). */
export const lockSummarySchema = z.object({
  present: z.boolean(),
  pid: z.int().nullable(),
  startedAt: timestamp.nullable(),
  alive: z.boolean(),
  stale: z.boolean(),
});
export type LockSummary = Data<typeof lockSummarySchema>;

/** Whether the agent under way shows signs of life; null stands for no live iteration. */
export const healthSchema = z.object({
  stuckWarning: z.boolean(),
  iterationFresh: z.boolean(),
  lastActivityAt: timestamp.nullable(),
  secondsSinceActivity: z.number().nullable(),
});
export type Health = Data<typeof healthSchema>;

/** Where a loop stands, whatever it was read from (spec: DerivedStatus). */
export const derivedStatusSchema = z.object({
  loopState: z.enum(LOOP_STATES),
  stateSource: z.enum(STATE_SOURCES),
  iteration: count.nullable(),
  maxIterations: count.nullable(),
  currentItem: z.string().nullable(),
  lastSignal: z.string().nullable(),
  startedAt: timestamp.nullable(),
  elapsed: z.number().min(0).nullable().describe("Seconds; stands still once the run has ended."),
  backlogSummary: backlogSummarySchema,
  lock: lockSummarySchema.optional(),
  sleepUntil: timestamp.nullable().optional(),
});
export type DerivedStatus = Data<typeof derivedStatusSchema>;

/** What `status --json` prints: a machine surface, to which fields are only ever added (spec: Versioning). */
export const statusReportSchema = derivedStatusSchema.extend({
  statusSchemaVersion: z.string(),
  health: healthSchema.nullable(),
});
export type StatusReport = Data<typeof statusReportSchema>;
