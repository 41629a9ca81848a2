import { summarize } from "#core/backlog/summarize";
import { folderName } from "#core/projects/absolute-path";
import { deriveHealth } from "#core/status/health";
import { deriveStatus } from "#core/status/derive-status";
import { lockSummary } from "#core/status/lock-summary";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LoopState } from "#contracts/schema/loop-state";
import type { StatusReport } from "#contracts/schema/status";
import { STATUS_SCHEMA_VERSION } from "#contracts/versions";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/stores/inspect-lock";
import { readIterationStatus } from "#engine/stores/iteration-status-store";
import { readMarker } from "#engine/stores/marker-store";
import { readSeenBacklog } from "#engine/stores/seen-backlog";
import { readState } from "#engine/stores/state-store";

/** The report, and what it was derived from, for surfaces that say more. */
export interface StatusView {
  readonly report: StatusReport;
  /** The backlog's own name, else the folder's. */
  readonly name: string;
  readonly items: readonly BacklogItem[];
  /** There is no backlog.json at all. */
  readonly backlogMissing: boolean;
  readonly state: LoopState | null;
  readonly iteration: IterationStatus | null;
}

/** Enough for any run's log; what stands before it is of no interest. */
const LOG_BYTES = 4 * 1024 * 1024;

/** Where the loop of one backlog stands, by its files alone. */
export async function readStatus(ports: Ports, paths: BacklogPaths): Promise<StatusView> {
  const [marker, backlog, state, lock] = await Promise.all([
    readMarker(ports, paths),
    readSeenBacklog(ports, paths),
    readState(ports, paths),
    readLock(ports, paths),
  ]);
  const items = backlog?.items ?? [];
  const nowMs = ports.clock.now();
  const log = marker !== null && state === null ? await ports.files.readTail(paths.log, LOG_BYTES) : null;
  const status = deriveStatus({
    installed: marker !== null,
    state,
    log: log === null ? null : log.split("\n"),
    summary: summarize(items),
    lock,
    nowMs,
  });
  const iteration = lock.alive ? await readIterationStatus(ports, paths).catch(() => null) : null;
  return {
    report: {
      ...status,
      statusSchemaVersion: STATUS_SCHEMA_VERSION,
      health: deriveHealth(status, iteration, nowMs),
    },
    name: backlog?.project || folderName(paths.projectPath),
    items,
    backlogMissing: backlog === null,
    state,
    iteration,
  };
}

const readLock = async (ports: Ports, { lock }: BacklogPaths) => {
  const { record, alive } = await inspectLock(ports, lock);
  const summary = lockSummary(record, null);
  return { ...summary, alive, stale: summary.present && !alive };
};
