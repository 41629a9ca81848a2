import * as z from "zod";
import { DOCTOR_CHECKS } from "#contracts/doctor-checks";
import type { Data } from "#contracts/schema/fields";

/** One check; an error is what keeps the loop from working, a warning what a person should know. */
export const doctorCheckSchema = z.object({
  check: z.enum(DOCTOR_CHECKS),
  result: z.enum(["ok", "warning", "error"]),
  message: z.string(),
  remedies: z.array(z.object({ command: z.string(), purpose: z.string().optional() })),
});
export type DoctorCheck = Data<typeof doctorCheckSchema>;

/** What `doctor --json` prints. */
export const doctorReportSchema = z.object({
  project: z.string(),
  path: z.string(),
  version: z.string(),
  healthy: z.boolean().describe("No check is an error."),
  errors: z.int().min(0),
  warnings: z.int().min(0),
  checks: z.array(doctorCheckSchema),
  notes: z.array(z.string()).describe("What is by design, and worth knowing all the same."),
});
export type DoctorReport = Data<typeof doctorReportSchema>;
