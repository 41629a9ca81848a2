import type { BacklogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { MARKER_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";
import { withSection } from "#engine/files/write-section";

/** Null where the tool isn't installed. Options are as stored, without their defaults. */
export function readMarker(ports: Ports, paths: BacklogPaths): Promise<Marker | null> {
  return readRecord(ports, paths.marker, "marker", MARKER_SHAPE, shownPath(paths, paths.marker));
}

/** Re-reads, changes and writes in one section; null from the edit writes nothing. */
export async function editMarker(
  ports: Ports,
  paths: BacklogPaths,
  edit: (marker: Marker | null) => Marker | null,
): Promise<Marker | null> {
  return withSection(ports, paths.marker, async () => {
    const edited = edit(await readMarker(ports, paths));
    if (edited !== null) await atomicWrite(ports, paths.marker, jsonText(edited));
    return edited;
  });
}
