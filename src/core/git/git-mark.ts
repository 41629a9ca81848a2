import type { LockRecord } from "#contracts/schema/lock";

/** What every git of a runner and its hooks bear in their environment, so that those that outlive a killed runner are found; null where no start time tells its pid from a later one. */
export function gitMark({
  pid,
  processStartTime,
}: Pick<LockRecord, "pid" | "processStartTime">): string | null {
  return processStartTime === null ? null : `git.${pid}.${processStartTime}.`;
}
