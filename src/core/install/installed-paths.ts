import { INSTRUCTION_FILE, MARKER_FILE, REVIEW_FILE, STATE_DIR, FILES } from "#contracts/names";

const INSTALLED = [
  MARKER_FILE,
  "AGENTS.md",
  "CLAUDE.md",
  ".gitignore",
  ...[INSTRUCTION_FILE, REVIEW_FILE, FILES.backlog, FILES.progress, FILES.schema].map(
    (name) => `${STATE_DIR}/${name}`,
  ),
];

/** What install writes into a project, relative to the top of its work tree; the prefix is "" or "sub/folder/". */
export const installedPaths = (prefix: string): ReadonlySet<string> =>
  new Set(INSTALLED.map((path) => prefix + path));
