import { ARTIFACT } from "#core/install/artifact-paths";
import { renameWords } from "#core/install/legacy-words";
import { LEGACY, MARKER_SENTINEL } from "#contracts/names";

export interface MarkerTexts {
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** Of the reviewer's file as it stands. */
  readonly review: string | null;
}

/** A legacy marker's text (JSON) with the present names; one that has them already stays as it is. */
export function convertMarker(text: string, { hash, review }: MarkerTexts): string {
  const marker: unknown = JSON.parse(text);
  if (!isRecord(marker)) return text;
  const converted = withKey(marker, LEGACY.name, MARKER_SENTINEL);
  const { options, artifactHashes } = converted;
  if (isRecord(options)) converted["options"] = withKey(options, ignoreOption(LEGACY.name), "ignoreInTool");
  if (isRecord(artifactHashes)) {
    const renamed = Object.entries(artifactHashes).map(
      ([path, value]) => [renameWords(path), value] as const,
    );
    const hashes = Object.fromEntries(renamed);
    converted["artifactHashes"] = hashes;
    const known = hashes[ARTIFACT.review];
    const then = review === null ? null : renameWords(review);
    if (review !== null && then !== null && known === hash(review)) hashes[ARTIFACT.review] = hash(then);
  }
  const same = JSON.stringify(converted) === JSON.stringify(marker);
  return same ? text : `${JSON.stringify(converted, null, 2)}\n`;
}

const ignoreOption = (name: string): string => `ignoreIn${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The key in its old place under its new name. */
function withKey(record: Record<string, unknown>, old: string, now: string): Record<string, unknown> {
  if (Object.hasOwn(record, now)) return { ...record };
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key === old ? now : key, value]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
