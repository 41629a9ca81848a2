/** The tool's own name; every identifier that bears it is derived here, so that a fork renames it in one place. */
export const TOOL_NAME = "tool";

const UPPER = TOOL_NAME.toUpperCase() as Uppercase<typeof TOOL_NAME>;

/** The npm package. */
export const PACKAGE_NAME = "backlog-loop";

/** Per-project state directory, and the default backlog root. */
export const STATE_DIR = `.${TOOL_NAME}` as const;

/** Says that a folder is an installed project. */
export const MARKER_FILE = `.${TOOL_NAME}.json` as const;

/** The key of the marker that must be true. */
export const MARKER_SENTINEL = TOOL_NAME;

/** What the agent is told, in the backlog root. */
export const INSTRUCTION_FILE = `${UPPER}.md` as const;

/** What a reviewer is told, in the backlog root. */
export const REVIEW_FILE = "REVIEW.md";

/** Under the user's home. */
export const GLOBAL_DIR = `.${TOOL_NAME}` as const;

/** Every POST, PUT and DELETE carries it with the value "true" (spec: Authentication). */
export const MUTATION_HEADER = `X-${capitalized(TOOL_NAME)}-Request` as const;

/** Environment variables that are read (root, debug) or set for a session's process (the others). */
export const ENV = {
  root: `${UPPER}_ROOT`,
  debug: `${UPPER}_DEBUG`,
  session: `${UPPER}_SESSION`,
  nonInteractive: `${UPPER}_NON_INTERACTIVE`,
  stateDir: `${UPPER}_STATE_DIR`,
  itemId: `${UPPER}_ITEM_ID`,
} as const;

/** The words an agent ends with (spec: Agent signals); blocked and review are followed by a colon. */
export const SIGNALS = {
  done: `${UPPER}_DONE`,
  blocked: `${UPPER}_BLOCKED`,
  needsHuman: `${UPPER}_NEEDS_HUMAN`,
  review: `${UPPER}_REVIEW`,
} as const;

/** First word of every commit that the runner makes. */
export const COMMIT_PREFIX = `[${TOOL_NAME}]` as const;

/** In the git directory, so that two backlog roots of one work tree never run at once. */
export const GIT_LOCK_FILE = `${TOOL_NAME}-loop.lock` as const;

/** Beside a file while one of our processes re-reads, changes and writes it. */
export const SECTION_LOCK_SUFFIX = ".lock";

/** Names of the files in a backlog root and its state directory. */
export const FILES = {
  backlog: "backlog.json",
  backup: "backlog.json.bak",
  schema: "backlog.schema.json",
  progress: "progress.md",
  archive: "archive",
  state: "state.json",
  log: `${TOOL_NAME}.log`,
  events: "events.ndjson",
  iterationStatus: "iteration-status.json",
  agentRecord: "agent.json",
  lock: ".loop.lock",
  done: "DONE",
  cancel: "CANCEL",
} as const;

/** The names that `migrate` converts from. */
export const LEGACY = {
  name: "ralph",
  stateDir: ".ralph",
  markerFile: ".ralph.json",
  instructionFile: "RALPH.md",
  logFile: "ralph.log",
  globalDir: ".ralph",
  wordPrefix: "RALPH_",
} as const;

function capitalized<T extends string>(word: T): Capitalize<T> {
  return (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<T>;
}
