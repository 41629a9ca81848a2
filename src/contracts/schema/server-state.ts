import * as z from "zod";
import { fileObject, timestamp, type Data } from "#contracts/schema/fields";

/** `~/.tool/server.json`. */
export const serverStateSchema = fileObject({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  startedAt: timestamp,
  processStartTime: z.string().nullable().optional().describe("The kernel's, opaque; tells a recycled pid."),
});
export type ServerState = Data<typeof serverStateSchema>;

/** What the health route answers, without a data wrapper; uptime in seconds. */
export const serverHealthSchema = z.object({
  version: z.string(),
  uptime: z.number(),
  rootDirectory: z.string(),
  projectCount: z.int(),
});
export type ServerHealth = Data<typeof serverHealthSchema>;
