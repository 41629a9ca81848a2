import type { BacklogPaths } from "#contracts/paths";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import { ITERATION_STATUS_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";

/** Null when no session is under way. */
export function readIterationStatus(ports: Ports, paths: BacklogPaths): Promise<IterationStatus | null> {
  const { iterationStatus } = paths;
  return readRecord(
    ports,
    iterationStatus,
    "iterationStatus",
    ITERATION_STATUS_SHAPE,
    shownPath(paths, iterationStatus),
  );
}

export function writeIterationStatus(
  ports: Ports,
  paths: BacklogPaths,
  status: IterationStatus,
): Promise<void> {
  return atomicWrite(ports, paths.iterationStatus, jsonText(status));
}

/** False when there was none. */
export function clearIterationStatus(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return ports.files.remove(paths.iterationStatus);
}
