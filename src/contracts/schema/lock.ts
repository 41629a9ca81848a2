import * as z from "zod";
import { fileObject, nonEmpty, timestamp, type Data } from "#contracts/schema/fields";

/** `.loop.lock`: the start time tells a recycled pid, the token tells the owner. */
export const lockRecordSchema = fileObject({
  pid: z.int().positive(),
  startedAt: timestamp,
  processStartTime: z.string().nullable(),
  token: nonEmpty,
  unswept: z.array(nonEmpty).optional().describe("Tokens of dead owners whose agents may still run."),
});
export type LockRecord = Data<typeof lockRecordSchema>;
