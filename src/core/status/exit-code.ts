import { EXIT, EXIT_OF_STATE, type ExitCode } from "#contracts/exit-codes";
import type { LoopStatus } from "#contracts/loop-states";
import type { BacklogSummary, DerivedStatus } from "#contracts/schema/status";

/** What `status` exits with (spec: Exit codes). */
export function statusExit(status: Pick<DerivedStatus, "loopState" | "backlogSummary">): ExitCode {
  const { exit, withBlocks } = EXIT_OF_STATE[status.loopState];
  return genuineBlocks(status.backlogSummary) > 0 ? withBlocks : exit;
}

/** What a run exits with: a complete one that left items undone must not read as success. */
export function loopExit(end: { readonly status: LoopStatus; readonly summary: BacklogSummary }): ExitCode {
  switch (end.status) {
    case "complete":
      return completeExit(end.summary);
    case "paused_human":
      return EXIT.needsHuman;
    case "limit_reached":
    case "sleeping_limit":
    case "weekly_limit":
    case "paused_usage_limit":
      return EXIT.limit;
    case "paused":
    case "error":
    case "idle":
    case "starting":
    case "running":
    case "reviewing":
      return EXIT.error;
  }
}

/** What a run that does nothing but review exits with: items left to be done are no failure of it. */
export function reviewExit(end: {
  readonly status: LoopStatus;
  readonly summary: BacklogSummary;
  readonly failed: boolean;
}): ExitCode {
  if (end.status !== "complete") return loopExit(end);
  return end.failed ? EXIT.error : EXIT.ok;
}

function completeExit(summary: BacklogSummary): ExitCode {
  if (genuineBlocks(summary) > 0) return EXIT.blocked;
  return summary.done < summary.total ? EXIT.error : EXIT.ok;
}

/** Blocked by the agent or for a human; the deferred ones are the runner's own. */
const genuineBlocks = (summary: BacklogSummary): number => summary.blocked - (summary.deferred ?? 0);
