import { FILES, INSTRUCTION_FILE, MARKER_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";

/** What an installation consists of, relative to the project, in the order of its report. */
export const ARTIFACT = {
  marker: MARKER_FILE,
  backlog: `${STATE_DIR}/${FILES.backlog}`,
  instruction: `${STATE_DIR}/${INSTRUCTION_FILE}`,
  review: `${STATE_DIR}/${REVIEW_FILE}`,
  progress: `${STATE_DIR}/${FILES.progress}`,
  schema: `${STATE_DIR}/${FILES.schema}`,
  agents: "AGENTS.md",
  claude: "CLAUDE.md",
  gitignore: ".gitignore",
} as const;

/** The files whose present text a plan needs. */
export const artifactPaths: readonly string[] = Object.values(ARTIFACT);

/** The package's own files that artifacts are made from. */
export const TEMPLATE = {
  instruction: INSTRUCTION_FILE,
  review: REVIEW_FILE,
  progress: FILES.progress,
  schema: FILES.schema,
  block: "agents-block.md",
} as const;
export const templateNames: readonly string[] = Object.values(TEMPLATE);
