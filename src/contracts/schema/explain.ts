import type * as z from "zod";
import { activeLoopSchema } from "#contracts/schema/active-loop";
import { genericCliConfigSchema, presetConfigSchema } from "#contracts/schema/agent-config";
import { reviewPayloadSchema } from "#contracts/schema/agent-signal";
import { archiveMonthSchema } from "#contracts/schema/archive";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { backlogSchema } from "#contracts/schema/backlog";
import { toolConfigSchema } from "#contracts/schema/config";
import { faultsOf, type Fault } from "#contracts/schema/fault";
import { createItemInputSchema, updateItemInputSchema } from "#contracts/schema/item-input";
import { iterationStatusSchema } from "#contracts/schema/iteration-status";
import { lockRecordSchema } from "#contracts/schema/lock";
import { loopStateSchema } from "#contracts/schema/loop-state";
import { markerOptionsSchema, markerSchema } from "#contracts/schema/marker";
import { persistedEventSchema } from "#contracts/schema/persisted-event";
import { projectProfileSchema } from "#contracts/schema/profile";
import { runningAgentSchema } from "#contracts/schema/running-agent";
import { serverStateSchema } from "#contracts/schema/server-state";

const SCHEMAS = {
  activeLoop: activeLoopSchema,
  archive: archiveMonthSchema,
  backlog: backlogSchema,
  backlogItem: backlogItemSchema,
  config: toolConfigSchema,
  createItemInput: createItemInputSchema,
  event: persistedEventSchema,
  genericCli: genericCliConfigSchema,
  iterationStatus: iterationStatusSchema,
  lock: lockRecordSchema,
  marker: markerSchema,
  markerOptions: markerOptionsSchema,
  presetConfig: presetConfigSchema,
  profile: projectProfileSchema,
  reviewPayload: reviewPayloadSchema,
  runningAgent: runningAgentSchema,
  serverState: serverStateSchema,
  state: loopStateSchema,
  updateItemInput: updateItemInputSchema,
} as const satisfies Record<string, z.ZodType>;

/** The records that can be explained. */
export type RecordKind = keyof typeof SCHEMAS;

/** The first fault of a record that didn't fit its shape; null when the schema accepts it all the same. */
export function explain(kind: RecordKind, value: unknown): Fault | null {
  return explainAll(kind, value)[0] ?? null;
}

/** Every fault of a record, for a validator that lists them. */
export function explainAll(kind: RecordKind, value: unknown): readonly Fault[] {
  return faultsOf(SCHEMAS[kind], value);
}
