import * as z from "zod";
import { LOOP_STATUSES } from "#contracts/loop-states";
import { fileObject, nonEmpty, timestamp, type Data } from "#contracts/schema/fields";

/** `~/.tool/active/<hash>.json`, one for each running loop; the status is advisory, state.json counts (spec: Other records). */
export const activeLoopSchema = fileObject({
  stateDir: nonEmpty,
  projectPath: nonEmpty,
  backlogRoot: nonEmpty,
  pid: z.int().positive(),
  startedAt: timestamp,
  status: z.enum(LOOP_STATUSES),
});
export type ActiveLoopEntry = Data<typeof activeLoopSchema>;
