import * as z from "zod";
import { FINDING_CODES, SEVERITIES } from "#contracts/finding-codes";
import type { Data } from "#contracts/schema/fields";

/** One fault or doubt about a backlog (spec: Other records). */
export const validationFindingSchema = z.object({
  severity: z.enum(SEVERITIES),
  code: z.enum(FINDING_CODES),
  message: z.string(),
  itemId: z.string().optional(),
  path: z.string().optional().describe("Into the file, as in items[3].priority."),
});
export type ValidationFinding = Data<typeof validationFindingSchema>;

/** Valid means without an error; warnings don't count. */
export const validationReportSchema = z.object({
  valid: z.boolean(),
  findings: z.array(validationFindingSchema),
});
export type ValidationReport = Data<typeof validationReportSchema>;
