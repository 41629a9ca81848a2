import { IGNORE_MARKERS } from "#core/install/ignore-lines";
import { renameWords } from "#core/install/legacy-words";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { findRegion, removeRegion, type Markers } from "#core/install/marked-region";
import { refuseDamage } from "#core/install/merge-region";
import { LEGACY, TOOL_NAME } from "#contracts/names";

interface LegacyMarkers {
  readonly old: Markers;
  readonly now: Markers;
}

const legacy = ({ begin, end }: Markers): Markers => ({
  begin: begin.replace(TOOL_NAME, LEGACY.name),
  end: end.replace(TOOL_NAME, LEGACY.name),
});

export const LEGACY_BLOCK: LegacyMarkers = { old: legacy(BLOCK_MARKERS), now: BLOCK_MARKERS };
export const LEGACY_IGNORE: LegacyMarkers = { old: legacy(IGNORE_MARKERS), now: IGNORE_MARKERS };

/** A file with the legacy region under the present names; where a present one stands already, the legacy one goes. Outside of it every byte stays. */
export function renameRegion(path: string, text: string, { old, now }: LegacyMarkers): string {
  refuseDamage(path, text, old);
  refuseDamage(path, text, now);
  const found = findRegion(text, old);
  if (found.kind !== "present") return text;
  if (findRegion(text, now).kind === "present") return removeRegion(text, old).text;
  return text.slice(0, found.start) + renameWords(text.slice(found.start, found.end)) + text.slice(found.end);
}
