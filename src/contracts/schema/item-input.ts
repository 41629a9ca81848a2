import * as z from "zod";
import { ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_ACCEPTANCE_CRITERIA, MIN_CONCURRENCY } from "#contracts/limits";
import { nonEmpty, type Data } from "#contracts/schema/fields";

const title = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .regex(/^[^\r\n]*$/, "must be one line");
const criteria = z.array(z.string().trim().min(1, "must not be empty"));
const delegation = z.strictObject({
  recommendedConcurrency: z.number().min(MIN_CONCURRENCY).optional(),
  strategy: z.string().optional(),
  subtasks: z.array(z.string()).optional(),
});
const estimate = z.number().positive();

/** What a new item is made of; without criteria it gets the default one. */
export const createItemInputSchema = z.strictObject({
  type: z.enum(ITEM_TYPES),
  priority: z.literal(PRIORITIES),
  title,
  description: z.string().optional(),
  acceptanceCriteria: criteria.optional(),
  dependsOn: z.array(nonEmpty).optional(),
  notes: z.string().optional(),
  estimatedIterations: estimate.optional(),
  agentDelegation: delegation.optional(),
  specReferences: z.array(z.string()).optional(),
  model: nonEmpty.optional(),
  provider: nonEmpty.optional(),
});
export type CreateItemInput = Data<typeof createItemInputSchema>;

/** Only the given fields change; null takes an optional field away. */
export const updateItemInputSchema = z.strictObject({
  type: z.enum(ITEM_TYPES).optional(),
  priority: z.literal(PRIORITIES).optional(),
  title: title.optional(),
  description: z.string().optional(),
  acceptanceCriteria: criteria.min(MIN_ACCEPTANCE_CRITERIA, "must have at least one entry").optional(),
  dependsOn: z.array(nonEmpty).optional(),
  notes: z.string().nullable().optional(),
  estimatedIterations: estimate.nullable().optional(),
  agentDelegation: delegation.nullable().optional(),
  specReferences: z.array(z.string()).optional(),
  model: nonEmpty.nullable().optional(),
  provider: nonEmpty.nullable().optional(),
  status: z.enum(ITEM_STATUSES).optional(),
  blockedReason: z.string().optional(),
});
export type UpdateItemInput = Data<typeof updateItemInputSchema>;
