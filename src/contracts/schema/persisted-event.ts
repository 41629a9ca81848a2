import * as z from "zod";
import { count, fileObject, timestamp, type Data } from "#contracts/schema/fields";
import { loopEventSchema, type LoopEvent } from "#contracts/schema/loop-event";

const stamp = fileObject({ seq: count, schemaVersion: z.string() });

/** A line of `events.ndjson`: seq is dense and starts at 0 in each run (spec: Persisted events). */
export const persistedEventSchema = z.intersection(loopEventSchema, stamp);
export type PersistedEvent = LoopEvent & Data<typeof stamp>;

/** What any line has, of whatever version: readers ignore unknown types and fields. */
export const eventEnvelopeSchema = fileObject({
  type: z.string(),
  timestamp,
  projectPath: z.string(),
  seq: count,
  schemaVersion: z.string(),
});
export type EventEnvelope = Data<typeof eventEnvelopeSchema>;
