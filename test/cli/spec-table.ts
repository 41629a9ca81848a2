/** One row of the specification's command table; flags as it spells them, `=` before a default, `!` required, `*` repeatable. */
export interface SpecRow {
  readonly command: string;
  readonly args?: readonly string[];
  readonly flags: string;
}

/** The command table of the specification (spec: Command-line interface), and what its decisions add to it. */
export const SPEC_TABLE: readonly SpecRow[] = [
  {
    command: "loop run",
    args: ["path"],
    flags: `--iterations <n>, --detached, -d, --follow, -f, --retries <n> =3, --model <model>, --no-model,
      --agent <id> =claude-cli, --timeout <n> =60, --review, --review-only, --suppress-iteration-review,
      --create-branch <name>, --seed-backlog, --ndjson, --pause-on-needs-human, --force, --retry-blocked,
      --no-sleep-on-limit, --breaker <n> =3, --env <key=value> *, --backlog <dir>, --json`,
  },
  { command: "loop stop", args: ["path"], flags: "--backlog <dir>" },
  { command: "loop review", args: ["path"], flags: "--model <model>, --timeout <n> =60, --backlog <dir>" },
  { command: "server start", flags: "--foreground, --daemon, --port <n>" },
  { command: "server stop", flags: "--force" },
  { command: "server restart", flags: "--force" },
  { command: "server status", flags: "--json" },
  { command: "server logs", flags: "--tail <n> =50" },
  { command: "backlog list", args: ["path"], flags: "--status <s>, --type <t>, --json, --backlog <dir>" },
  { command: "backlog validate", args: ["path"], flags: "--backlog <dir>, --specs-dir <dir>, --json" },
  {
    command: "backlog add",
    args: ["path"],
    flags: `--title <text> !, --type <type> !, --priority <n> =2, --description <text>, --notes <text>,
      --depends-on <ids>, --estimated-iterations <n>, --ac <text> *, --backlog <dir>`,
  },
  { command: "backlog show", args: ["path", "id"], flags: "--json, --backlog <dir>" },
  {
    command: "backlog edit",
    args: ["path", "id"],
    flags: `--title <text>, --type <type>, --priority <n>, --status <s>, --description <text>, --notes <text>,
      --depends-on <ids>, --blocked-reason <text>, --estimated-iterations <n>, --ac <text> *, --backlog <dir>`,
  },
  { command: "backlog delete", args: ["path", "id"], flags: "--yes, --backlog <dir>" },
  { command: "backlog restore", args: ["path"], flags: "--yes, --backlog <dir>" },
  {
    command: "backlog sweep",
    args: ["path"],
    flags: "--min-age-days <n>, --dry-run, --yes, --json, --backlog <dir>",
  },
  {
    command: "backlog reset",
    args: ["path"],
    flags: "--yes, --json, --clear, --keep-progress, --keep-log, --backlog <dir>",
  },
  { command: "backlog unblock", args: ["path", "id"], flags: "--backlog <dir>" },
  { command: "backlog archive list", args: ["path"], flags: "--json, --backlog <dir>" },
  { command: "backlog archive view", args: ["path", "month"], flags: "--json, --backlog <dir>" },
  { command: "backlog archive purge", args: ["path"], flags: "--yes, --month <month>, --backlog <dir>" },
  { command: "projects list", flags: "" },
  { command: "projects status", flags: "" },
  { command: "agents", flags: "--json" },
  {
    command: "install",
    args: ["path"],
    flags: `--yes, --gitignore-scripts, --test-cmd <line>, --typecheck-cmd <line>, --lint-cmd <line>,
      --build-cmd <line>, --format-cmd <line>`,
  },
  { command: "update", args: ["path"], flags: "--check" },
  { command: "uninstall", args: ["path"], flags: "--yes, --keep-data, --no-keep-data" },
  {
    command: "init",
    args: ["path"],
    flags: `--name <name>, --description <text>, --stack <preset>, --seed <file>, --test-cmd <line>,
      --typecheck-cmd <line>, --lint-cmd <line>, --build-cmd <line>, --format-cmd <line>`,
  },
  { command: "migrate", args: ["path"], flags: "--dry-run, --no-backup, --clean-backups, --global" },
  {
    command: "status",
    args: ["path"],
    flags: "--follow, -f, --interval <n> =2, --all, --json, --backlog <dir>",
  },
  { command: "log", args: ["path"], flags: "--tail <n> =20, --follow, -f, --backlog <dir>" },
  { command: "follow", args: ["path"], flags: "--verbose, --json, --interval <n> =2, --backlog <dir>" },
  { command: "progress", args: ["path"], flags: "--json, --backlog <dir>" },
  { command: "reset", args: ["path"], flags: "--keep-done, --json, --backlog <dir>" },
  {
    command: "resume",
    args: ["path"],
    flags: "--answer <id> <text> *, --recover, --backlog <dir>",
  },
  { command: "profile show", args: ["path"], flags: "" },
  { command: "profile detect", args: ["path"], flags: "" },
  { command: "profile set", args: ["path", "key", "value"], flags: "" },
  { command: "config get", args: ["key"], flags: "" },
  { command: "config set", args: ["key", "value"], flags: "" },
  { command: "config list", flags: "" },
  { command: "version", flags: "--json" },
  { command: "help", args: ["command"], flags: "--json" },
  // Not in the specification's table.
  { command: "doctor", args: ["path"], flags: "--json, --backlog <dir>" },
  { command: "completion", args: ["shell"], flags: "" },
];

/** Anywhere on the line (spec: Global flags). */
export const SPEC_GLOBALS: readonly string[] = [
  "--json",
  "--no-color",
  "-q, --quiet",
  "--root <dir>",
  "-h, --help",
];

export interface SpecFlag {
  readonly name: string;
  readonly values: number;
  readonly default: string | null;
  readonly required: boolean;
  readonly repeatable: boolean;
}

/** The flags of a row, one by one; a short one is one of its own. */
export function specFlags({ flags }: SpecRow): readonly SpecFlag[] {
  return flags
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => ({
      name: text.split(" ")[0] ?? "",
      values: text.split("<").length - 1,
      default: / =(\S+)$/.exec(text)?.[1] ?? null,
      required: text.endsWith(" !"),
      repeatable: text.endsWith(" *"),
    }));
}
