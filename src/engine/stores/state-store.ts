import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopState } from "#contracts/schema/loop-state";
import { STATE_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";

/** Null when no run has left one. */
export function readState(ports: Ports, paths: BacklogPaths): Promise<LoopState | null> {
  return readRecord(ports, paths.state, "state", STATE_SHAPE, shownPath(paths, paths.state));
}

/** As readState, but an unreadable one counts as none: its run is over, and what it knew is gone. */
export async function readStateOrNull(
  ports: Ports,
  paths: BacklogPaths,
  onFault?: (error: ToolError) => void,
): Promise<LoopState | null> {
  try {
    return await readState(ports, paths);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "IO_ERROR") throw error;
    onFault?.(error);
    return null;
  }
}

/** Only whoever holds the loop lock writes the state, so it needs no section. */
export function writeState(ports: Ports, paths: BacklogPaths, state: LoopState): Promise<void> {
  return atomicWrite(ports, paths.state, jsonText(state));
}

/** False when there was none. */
export function clearState(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return ports.files.remove(paths.state);
}
