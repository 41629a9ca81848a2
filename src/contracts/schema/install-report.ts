import * as z from "zod";
import { INSTALL_ACTIONS } from "#contracts/project-rules";
import { projectProfileSchema } from "#contracts/schema/profile";
import type { Data } from "#contracts/schema/fields";

/** What was done to one file; the path is relative to the project. */
export const installActionSchema = z.object({
  file: z.string(),
  action: z.enum(INSTALL_ACTIONS),
  detail: z.string(),
});
export type InstallAction = Data<typeof installActionSchema>;

/** What install, init and update answer (spec: Other records). */
export const installationReportSchema = z.object({
  projectName: z.string(),
  projectPath: z.string(),
  actions: z.array(installActionSchema),
  profile: projectProfileSchema,
  warnings: z.array(z.string()),
});
export type InstallationReport = Data<typeof installationReportSchema>;

/** What update would find: `kept` is the user's own by now, `edited` was changed inside our block. */
export const ARTIFACT_STATES = ["ok", "stale", "edited", "missing", "kept"] as const;
export type ArtifactState = (typeof ARTIFACT_STATES)[number];

/** The plan of an update, file by file. */
export const updatePlanSchema = z.object({
  installedBy: z.string(),
  version: z.string(),
  stale: z.boolean(),
  files: z.array(
    z.object({
      file: z.string(),
      state: z.enum(ARTIFACT_STATES),
      detail: z.string(),
      diff: z.string().nullable().describe("Unified; null where nothing would change."),
    }),
  ),
});
export type UpdatePlan = Data<typeof updatePlanSchema>;
