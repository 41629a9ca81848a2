import { summarize } from "#core/backlog/summarize";
import { folderName } from "#core/projects/absolute-path";
import { deriveHealth } from "#core/status/health";
import { deriveStatus } from "#core/status/derive-status";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LoopState } from "#contracts/schema/loop-state";
import type { StatusReport } from "#contracts/schema/status";
import { STATUS_SCHEMA_VERSION } from "#contracts/versions";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { readIterationStatus } from "#engine/stores/iteration-status-store";
import { readRunLog } from "#engine/stores/loop-log";
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

/** Where the loop of one backlog stands, by its files alone. */
export async function readStatus(ports: Ports, paths: BacklogPaths): Promise<StatusView> {
  const [marker, backlog, state, { summary: lock }] = await Promise.all([
    readMarker(ports, paths),
    readSeenBacklog(ports, paths),
    readState(ports, paths),
    inspectLock(ports, paths.lock),
  ]);
  const items = backlog?.items ?? [];
  const nowMs = ports.clock.now();
  const log = marker !== null && state === null ? await readRunLog(ports, paths) : null;
  const status = deriveStatus({
    installed: marker !== null,
    state,
    log,
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
