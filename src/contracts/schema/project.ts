import * as z from "zod";
import { LOOP_STATES } from "#contracts/loop-states";
import { markerSchema } from "#contracts/schema/marker";
import { nonEmpty, type Data } from "#contracts/schema/fields";
import { backlogSummarySchema } from "#contracts/schema/status";

/** A project below the root directory; one that can't be read is listed with the fault instead of its marker (spec: Other records). */
export const discoveredProjectSchema = z.object({
  id: nonEmpty.describe("The folder's name."),
  path: nonEmpty.describe("Absolute."),
  name: z.string().describe("The backlog's project name, else the folder's."),
  marker: markerSchema.nullable(),
  error: z.object({ code: z.string(), message: z.string(), file: z.string() }).optional(),
});
export type DiscoveredProject = Data<typeof discoveredProjectSchema>;

/** A project with where it stands. */
export const projectDetailSchema = discoveredProjectSchema.extend({
  backlogSummary: backlogSummarySchema,
  loopState: z.enum(LOOP_STATES),
  artifacts: z.object({ stale: z.boolean(), details: z.array(z.string()) }),
});
export type ProjectDetail = Data<typeof projectDetailSchema>;
