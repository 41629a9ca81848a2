import type { Hint } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { fits, MARKER_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { committedFile } from "#engine/files/committed-file";
import { readRecord } from "#engine/files/read-record";
import { isMalformed, withAdvice } from "#engine/files/with-advice";
import { shownPath } from "#engine/files/shown-path";
import { withSection } from "#engine/files/write-section";

/** Null where the tool isn't installed. Options are as stored, without their defaults. A malformed one says how to mend it. */
export async function readMarker(ports: Ports, paths: BacklogPaths): Promise<Marker | null> {
  try {
    return await readRecord(ports, paths.marker, "marker", MARKER_SHAPE, shownPath(paths, paths.marker));
  } catch (error) {
    if (!isMalformed(error)) throw error;
    const committed = await committedMarker(ports, paths);
    throw withAdvice(error, "Mend it in an editor.", committed);
  }
}

/** The one of HEAD, or the one before where that is broken, too: an agent's edit has been committed with its work. */
async function committedMarker(ports: Ports, paths: BacklogPaths): Promise<readonly Hint[]> {
  const places = [
    ["HEAD", "or go back to the last commit"],
    ["HEAD~1", "or go back to the commit before the last"],
  ] as const;
  for (const [commit, purpose] of places) {
    const held = await committedFile(ports, paths, paths.marker, commit);
    if (held !== null && isMarker(held.text)) return [{ command: held.checkout, purpose }];
  }
  return [];
}

function isMarker(text: string): boolean {
  try {
    return fits(MARKER_SHAPE, JSON.parse(text));
  } catch {
    return false;
  }
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
