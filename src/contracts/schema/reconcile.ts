import * as z from "zod";
import { count, type Data } from "#contracts/schema/fields";

const keptBlocked = z.array(z.object({ id: z.string(), reason: z.string() }));

/** What recovery did to the items of an interrupted run (spec: Other records). */
export const reconcileSummarySchema = z.object({
  recovered: z.array(z.string()),
  requeued: z.array(z.string()),
  keptBlocked,
  interrupted: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .describe("In progress, with a dirty tree and no commit of their own."),
  stalledReset: count,
  stateCleared: z.boolean(),
  treeClean: z.boolean(),
});
export type ReconcileSummary = Data<typeof reconcileSummarySchema>;

/** What `reset --json` prints. */
export const resetReportSchema = z.object({
  recovered: z.array(z.string()),
  requeued: z.array(z.string()),
  keptBlocked,
  stalledReset: count,
  lockCleared: z.boolean(),
  stateCleared: z.boolean(),
  treeClean: z.boolean(),
  unfinishedItem: z
    .string()
    .optional()
    .describe("Whose work lies uncommitted in the tree; state.json, which knew it, is gone."),
});
export type ResetReport = Data<typeof resetReportSchema>;
