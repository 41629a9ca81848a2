import {
  COMMIT_PREFIX,
  FILES,
  INSTRUCTION_FILE,
  LEGACY,
  MARKER_FILE,
  STATE_DIR,
  TOOL_NAME,
} from "#contracts/names";

const UPPER_PREFIX = `${TOOL_NAME.toUpperCase()}_`;

/** The old identifiers and the new ones; longer ones first, since one may be the start of another. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [word(LEGACY.markerFile), MARKER_FILE],
  [word(LEGACY.stateDir), STATE_DIR],
  [word(LEGACY.instructionFile), INSTRUCTION_FILE],
  [word(LEGACY.logFile), FILES.log],
  [new RegExp(`\\[${LEGACY.name}\\]`, "g"), COMMIT_PREFIX],
  [new RegExp(`(?<![A-Za-z0-9_])${LEGACY.wordPrefix}(?=[A-Z])`, "g"), UPPER_PREFIX],
  [new RegExp(`(?<![\\w.-])${LEGACY.name}(?=:(?:begin|end)(?!\\w))`, "g"), TOOL_NAME],
];

/** A text of ours with the present identifiers instead of the legacy ones; prose that merely says the old name stays. */
export function renameWords(text: string): string {
  return WORDS.reduce((renamed, [old, now]) => renamed.replace(old, () => now), text);
}

/** Lines (from 1) of a text that still point at the legacy directory or marker. */
export function legacyLines(text: string): number[] {
  const points = (line: string): boolean => POINTERS.some((pointer) => line.search(pointer) !== -1);
  return text.split("\n").flatMap((line, index) => (points(line) ? [index + 1] : []));
}

const POINTERS = [word(LEGACY.stateDir), word(LEGACY.markerFile)];

/** A name that is no part of a longer one. */
function word(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name.replaceAll(".", "\\.")}(?![\\w-]|\\.\\w)`, "g");
}
