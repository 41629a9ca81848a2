import * as z from "zod";
import { fileObject, nonEmpty, timestamp, type Data } from "#contracts/schema/fields";

/** `agent.json`: how the next start finds what a killed runner left running; the pid leads the session's group. */
export const runningAgentSchema = fileObject({
  mark: nonEmpty,
  pid: z.int().positive(),
  startTime: z.string().nullable(),
  itemId: z.string().nullable(),
  startedAt: timestamp,
});
export type RunningAgent = Data<typeof runningAgentSchema>;
