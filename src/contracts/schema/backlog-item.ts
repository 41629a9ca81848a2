import * as z from "zod";
import { ITEM_SOURCES, ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_CONCURRENCY } from "#contracts/limits";
import { fileObject, nonEmpty, timestamp, type Data } from "#contracts/schema/fields";

/** A hint to the agent about splitting the item's work. */
export const agentDelegationSchema = fileObject({
  recommendedConcurrency: z.number().min(MIN_CONCURRENCY).optional(),
  strategy: z.string().optional(),
  subtasks: z.array(z.string()).optional(),
});
export type AgentDelegation = Data<typeof agentDelegationSchema>;

/** One item as it lies in a backlog or an archive (spec: BacklogItem); reading takes empty criteria, writing never makes them. */
export const backlogItemSchema = fileObject({
  id: nonEmpty.describe("Sequential, at least three digits. Never renumbered, never used again."),
  type: z.enum(ITEM_TYPES).describe("Informational; drives nothing."),
  priority: z.literal(PRIORITIES).describe("1 is the highest."),
  title: nonEmpty.describe("One line."),
  description: z.string().describe("What to build and why; the agent gets it verbatim."),
  acceptanceCriteria: z.array(z.string()).describe("How to tell that the item is done; at least one."),
  status: z.enum(ITEM_STATUSES).describe("Owned by the loop."),
  completedAt: timestamp.nullable().describe("When the item was done, else null. Owned by the loop."),
  blockedReason: z.string().optional().describe("Why the item is blocked."),
  needsHuman: z.boolean().optional().describe("Blocked until a person answers."),
  deferred: z.boolean().optional().describe("Blocked because retries ran out; reset and resume requeue it."),
  humanAnswer: z.string().optional().describe("A person's answer for the next prompt."),
  dependsOn: z.array(nonEmpty).optional().describe("Ids of items that must be done first."),
  notes: z.string().optional().describe("Free text for the agent."),
  estimatedIterations: z.number().min(0).optional().describe("Advisory."),
  model: z.string().optional().describe("Beats the model of the run and of the project."),
  agentDelegation: agentDelegationSchema.optional().describe("A hint about splitting the work."),
  specReferences: z.array(z.string()).optional().describe("Paths of documents to read."),
  provider: z.string().optional().describe("Beats the agent of the run and of the project."),
  source: z.enum(ITEM_SOURCES).optional().describe("Who made the item."),
  reviewBatch: timestamp.optional().describe("Groups the items of one review pass."),
});
export type BacklogItem = Data<typeof backlogItemSchema>;
