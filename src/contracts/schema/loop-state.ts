import * as z from "zod";
import { LAST_SIGNALS, LOOP_STATUSES } from "#contracts/loop-states";
import { count, fileObject, timestamp, type Data } from "#contracts/schema/fields";

/** `state.json`, written by the runner alone (spec: LoopState); the fields below sleepUntil are additive. */
export const loopStateSchema = fileObject({
  status: z.enum(LOOP_STATUSES),
  iteration: count.describe("Counted passes, and the one under way."),
  maxIterations: count,
  currentItem: z.string().nullable(),
  lastSignal: z.enum(LAST_SIGNALS).nullable(),
  startedAt: timestamp,
  updatedAt: timestamp,
  completedItems: z.array(z.string()),
  blockedItems: z.array(z.string()),
  deferredItems: z.array(z.string()),
  baseCommitHash: z.string().nullable(),
  error: z.string().nullable(),
  sleepUntil: timestamp.nullable().optional(),
  unfinishedItem: z.string().nullable().optional().describe("Its unfinished work is in the tree."),
  foreignCommits: z
    .array(z.string())
    .optional()
    .describe(
      "Hashes that bear an item's name but appeared while another was worked on; they prove nothing.",
    ),
  review: z
    .object({ items: count, files: count.nullable() })
    .nullable()
    .optional()
    .describe("What this run reviews, or has reviewed; files is null where there is no diff."),
  branch: z.string().nullable().optional(),
  agent: z.string().nullable().optional(),
  model: z.string().nullable().optional(),
});
export type LoopState = Data<typeof loopStateSchema>;
