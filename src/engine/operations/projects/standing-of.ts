import { deriveStatus } from "#core/status/derive-status";
import { lockSummary } from "#core/status/lock-summary";
import type { DerivedStatus } from "#contracts/schema/status";
import type { FoundProject } from "#engine/operations/projects/discover-projects";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { readRunLog } from "#engine/stores/loop-log";
import { readStateOrNull } from "#engine/stores/state-store";

/** Where the loop of a found project stands, as `status` has it, with as few looks at the disk as will do. */
export async function standingOf(ports: Ports, { paths, summary }: FoundProject): Promise<DerivedStatus> {
  const present = await ports.files.present([paths.state, paths.log, paths.lock]);
  const state = present.includes(paths.state) ? await readStateOrNull(ports, paths) : null;
  const hasLog = state === null && present.includes(paths.log);
  const log = hasLog ? await readRunLog(ports, paths) : null;
  return deriveStatus({
    installed: true,
    state,
    log,
    summary,
    lock: present.includes(paths.lock)
      ? (await inspectLock(ports, paths.lock)).summary
      : lockSummary(null, null),
    nowMs: ports.clock.now(),
  });
}
