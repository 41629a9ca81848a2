import * as z from "zod";
import { LOOP_STATUSES } from "#contracts/loop-states";
import { count, minutes, nonEmpty, variables, type Data } from "#contracts/schema/fields";

/** What both the command line and the start route can ask of a run; what is absent comes from the marker, else the defaults. */
export const loopOptionsSchema = z.strictObject({
  maxIterations: z.int().positive().optional(),
  maxRetries: count.optional(),
  model: nonEmpty.optional(),
  ignoreItemModel: z.boolean().optional(),
  sessionTimeoutMinutes: minutes.optional(),
  provider: nonEmpty.optional(),
  review: z.boolean().optional(),
  reviewOnly: z.boolean().optional(),
  suppressIterationReview: z.boolean().optional(),
  pauseOnNeedsHuman: z.boolean().optional(),
  retryBlocked: z.boolean().optional(),
  sleepOnLimit: z.boolean().optional(),
  circuitBreakerThreshold: z.int().positive().optional(),
  childEnv: variables.optional(),
  allowDirty: z.boolean().optional().describe("For the first iteration after a relaunch only."),
});
export type LoopOptions = Data<typeof loopOptionsSchema>;

/** Besides, what only the command line does before a run; `force` skips the branch and dirty-tree guards. */
export interface LoopGuards {
  readonly createBranch?: string | undefined;
  readonly seedBacklog?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** How a run ended; the review fields are there only when a review ran (spec: Other records). */
export const loopResultSchema = z.object({
  completedCount: count,
  blockedCount: count,
  cancelled: z.boolean(),
  status: z.enum(LOOP_STATUSES).optional().describe("The state that the run ended in."),
  reviewItemsCreated: count.optional(),
  reviewSummary: z.string().optional(),
  reviewFailure: z.string().optional().describe("Why the review came to nothing."),
});
export type LoopResult = Data<typeof loopResultSchema>;
