import type { OptionSpec } from "#cli/commands/command-spec";

/** Accepted anywhere on every line (spec: Global flags). */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: "--json", about: "Machine-readable output", group: "Options" },
  { flags: "--no-color", about: "No colour; also NO_COLOR=1", group: "Options" },
  { flags: "-q, --quiet", about: "Errors only", group: "Options" },
  { flags: "--root <dir>", about: "Another root folder for this call", group: "Options", kind: "folder" },
  { flags: "-h, --help", about: "Help; nothing is run", group: "Options" },
];

/** Of every command with a project path. */
export const BACKLOG_OPTION: OptionSpec = {
  flags: "--backlog <dir>",
  about: "Another backlog inside the project",
  group: "Where",
  kind: "folder",
};

/** Of every command that deletes or overwrites. */
export const YES_OPTION: OptionSpec = {
  flags: "--yes",
  about: "Do it; without it the plan is printed",
  group: "Confirm",
};

/** What most commands exit with. */
export const PLAIN_EXITS = { 0: "done", 1: "error", 2: "refused" } as const;
