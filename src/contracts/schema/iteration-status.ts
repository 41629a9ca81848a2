import * as z from "zod";
import { count, fileObject, timestamp, type Data } from "#contracts/schema/fields";

/** `iteration-status.json`: the session under way; itemId is null in a review. */
export const iterationStatusSchema = fileObject({
  itemId: z.string().nullable(),
  startedAt: timestamp,
  updatedAt: timestamp,
  endsAt: timestamp.optional().describe("When the session is ended at the latest."),
  currentTool: z.string().nullable(),
  recentTools: z.array(z.string()).describe("Newest last."),
  tokens: fileObject({ input: count, output: count }),
  lastActivityAt: timestamp,
  stuckWarning: z.boolean(),
});
export type IterationStatus = Data<typeof iterationStatusSchema>;
