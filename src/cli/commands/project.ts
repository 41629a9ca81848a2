import type { CommandSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";

export const PROJECT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["install"],
    summary: "Set up this repository",
    sentence: "Set up a repository for the loop; what is yours is left as it is.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: [
      "tool install",
      "tool install --dry-run",
      'tool install --yes --test-cmd "make test" --lint-cmd ""',
    ],
    options: [
      { flags: "--yes", about: "Ask nothing, and no preflight", group: "Confirm" },
      { flags: "--dry-run", about: "Only say what it would do", group: "Confirm" },
      { flags: "--test-cmd <line>", about: 'How the tests run; "" for none', group: "Commands" },
      { flags: "--typecheck-cmd <line>", about: "How types are checked", group: "Commands" },
      { flags: "--lint-cmd <line>", about: "How the code is linted", group: "Commands" },
      { flags: "--build-cmd <line>", about: "How it is built", group: "Commands" },
      { flags: "--format-cmd <line>", about: "How formatting is checked", group: "Commands" },
      { flags: "--gitignore-scripts", about: "Keep the instruction files out of git", group: "Git" },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/project/install"),
  },
  {
    path: ["update"],
    summary: "Bring the installed files up to date",
    sentence: "Bring the installed files up to date; backlog, progress and what is yours stay.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: ["tool update", "tool update --check || tool update", "tool update --check --json | jq .files"],
    options: [
      { flags: "--check", about: "Only report; exit 1 when anything is out of date", group: "Look" },
      { flags: "--dry-run", about: "Only say what it would do", group: "Look" },
    ],
    exits: { 0: "up to date", 1: "out of date (--check), or an error", 2: "refused" },
    load: () => import("#cli/commands/project/update"),
  },
  {
    path: ["uninstall"],
    summary: "Take them out again; the backlog is kept",
    sentence: "Take out what install made, and nothing else; backlog and progress are kept.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: ["tool uninstall", "tool uninstall --yes", "tool uninstall --yes --no-keep-data"],
    options: [
      { flags: "--yes", about: "Do it without asking", group: "Confirm" },
      { flags: "--keep-data", about: "Keep backlog, progress, log and archive (the default)", group: "Data" },
      { flags: "--no-keep-data", about: "Take them out, too", group: "Data" },
    ],
    exits: { 0: "done", 1: "declined, or an error", 2: "refused" },
    load: () => import("#cli/commands/project/uninstall"),
  },
  {
    path: ["migrate"],
    summary: "Convert a legacy installation",
    sentence: "Give a legacy installation the present names; run update afterwards.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: ["tool migrate --dry-run", "tool migrate", "tool migrate --global"],
    options: [
      { flags: "--dry-run", about: "Only say what it would do", group: "Look" },
      { flags: "--global", about: "The registry in your home instead of a project", group: "What" },
      { flags: "--no-backup", about: "Keep no copies of what changes", group: "Backups" },
      { flags: "--clean-backups", about: "Remove the copies of earlier migrations", group: "Backups" },
    ],
    exits: { 0: "done, or nothing to do", 1: "error", 2: "refused" },
    load: () => import("#cli/commands/project/migrate"),
  },
];
