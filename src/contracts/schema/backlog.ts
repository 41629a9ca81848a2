import * as z from "zod";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { fileObject, type Data } from "#contracts/schema/fields";

/** `backlog.json` (spec: Backlog file). */
export const backlogSchema = fileObject({
  $schema: z.string().optional().describe("Where this schema lies, for editors."),
  schemaVersion: z.string().optional(),
  project: z.string().describe("Name of the project."),
  description: z.string(),
  items: z.array(backlogItemSchema),
});
export type Backlog = Data<typeof backlogSchema>;
