import { deriveStatus } from "#core/status/derive-status";
import { lockSummary } from "#core/status/lock-summary";
import type { BacklogPaths } from "#contracts/paths";
import type { DerivedStatus } from "#contracts/schema/status";
import type { FoundProject } from "#engine/operations/discover-projects";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/stores/inspect-lock";
import { readStateOrNull } from "#engine/stores/state-store";

/** Enough for any run's log; what stands before it is of no interest. */
const LOG_BYTES = 4 * 1024 * 1024;

/** Where the loop of a found project stands, as `status` has it, with as few looks at the disk as will do. */
export async function standingOf(ports: Ports, { paths, summary }: FoundProject): Promise<DerivedStatus> {
  const present = await ports.files.present([paths.state, paths.log, paths.lock]);
  const state = present.includes(paths.state) ? await readStateOrNull(ports, paths) : null;
  const hasLog = state === null && present.includes(paths.log);
  const log = hasLog ? await ports.files.readTail(paths.log, LOG_BYTES) : null;
  return deriveStatus({
    installed: true,
    state,
    log: log === null ? null : log.split("\n"),
    summary,
    lock: present.includes(paths.lock) ? await lockOf(ports, paths) : lockSummary(null, null),
    nowMs: ports.clock.now(),
  });
}

async function lockOf(ports: Ports, { lock }: BacklogPaths): Promise<ReturnType<typeof lockSummary>> {
  const { record, alive } = await inspectLock(ports, lock);
  const summary = lockSummary(record, null);
  return { ...summary, alive, stale: summary.present && !alive };
}
