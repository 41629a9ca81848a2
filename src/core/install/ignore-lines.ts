import { findRegion, removeRegion, upsertRegion, type FoundRegion } from "#core/install/marked-region";
import { FILES, INSTRUCTION_FILE, MARKER_FILE, REVIEW_FILE, STATE_DIR, TOOL_NAME } from "#contracts/names";

/** Enclose our lines in a .gitignore. */
export const IGNORE_MARKERS = { begin: `# ${TOOL_NAME}:begin`, end: `# ${TOOL_NAME}:end` } as const;

/** What a run writes for itself, as patterns of a .gitignore that lies in the state directory. */
export const BOOKKEEPING: readonly string[] = [
  FILES.state,
  FILES.iterationStatus,
  FILES.agentRecord,
  FILES.done,
  FILES.cancel,
  `**/*${FILES.log}`,
  `**/*${FILES.events}`,
  "**/*.bak",
  "**/*.lock",
  "**/*.tmp",
];

const SCRIPTS = [INSTRUCTION_FILE, REVIEW_FILE, FILES.schema];

/** The patterns of a project's .gitignore: the runner's bookkeeping, and on request the instruction files. */
export function ignoreLines(options: { readonly gitignoreScripts: boolean }): string[] {
  const names = options.gitignoreScripts ? [...BOOKKEEPING, ...SCRIPTS] : BOOKKEEPING;
  return [...names.map((name) => `/${STATE_DIR}/${name}`), `/${MARKER_FILE}.*`];
}

export const findIgnoreLines = (text: string): FoundRegion => findRegion(text, IGNORE_MARKERS);

/** With our lines in their region; null stands for a file that isn't there. */
export const upsertIgnoreLines = (text: string | null, lines: readonly string[]): string =>
  upsertRegion(text, lines.join("\n"), IGNORE_MARKERS);

/** Without our region; lines that the user wrote himself stay, alike or not. */
export const removeIgnoreLines = (text: string): { text: string; onlyOurs: boolean } =>
  removeRegion(text, IGNORE_MARKERS);
