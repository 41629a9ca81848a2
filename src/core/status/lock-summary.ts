import type { LockRecord } from "#contracts/schema/lock";
import type { LockSummary } from "#contracts/schema/status";

/** What the system says of the pid in a lock. */
export interface LockHolder {
  readonly alive: boolean;
  /** Null where the platform tells none. */
  readonly startTime: string | null;
}

/** Whether a loop's lock is held, and by whom; null: there is no lock file. Spec: LockSummary. */
export function lockSummary(
  record: LockRecord | "unreadable" | null,
  holder: LockHolder | null,
): LockSummary {
  if (record === null) return { present: false, pid: null, startedAt: null, alive: false, stale: false };
  if (record === "unreadable")
    return { present: true, pid: null, startedAt: null, alive: false, stale: true };
  const alive = holder?.alive === true && isSameProcess(record.processStartTime, holder.startTime);
  return { present: true, pid: record.pid, startedAt: record.startedAt, alive, stale: !alive };
}

/** A recycled pid has another start time; where one of them isn't known, the pid has to do. */
const isSameProcess = (recorded: string | null, found: string | null): boolean =>
  recorded === null || found === null || recorded === found;
