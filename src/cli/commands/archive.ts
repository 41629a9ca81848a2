import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION, PLAIN_EXITS, YES_OPTION } from "#cli/commands/shared-options";

const WRITTEN = "Nothing was written.";

/** What moves items out of the backlog. */
export const SWEEP_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["backlog", "sweep"],
    summary: "Move done items to the archive",
    sentence: "Move done items to the archive of the month in which they were done.",
    args: ["[path]"],
    untouched: WRITTEN,
    examples: ["tool backlog sweep --dry-run", "tool backlog sweep --yes --min-age-days 7"],
    options: [
      {
        flags: "--min-age-days <n>",
        about: "Done for so many days (the marker's, else 0)",
        group: "Which",
        kind: "whole",
      },
      BACKLOG_OPTION,
      { flags: "--dry-run", about: "Say what would go; nothing is written", group: "Confirm" },
      YES_OPTION,
      { flags: "--json", about: "How many items, to which months", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/sweep"),
  },
  {
    path: ["backlog", "reset"],
    summary: "Start afresh: archive what is done",
    sentence: "Archive done items, requeue running ones, and forget the last run.",
    args: ["[path]"],
    untouched: WRITTEN,
    examples: ["tool backlog reset --yes", "tool backlog reset --clear --keep-progress --yes"],
    options: [
      { flags: "--clear", about: "Empty the backlog too; archive progress and log", group: "Which" },
      { flags: "--keep-progress", about: "With --clear: progress.md stays", group: "Which", needs: "clear" },
      { flags: "--keep-log", about: "With --clear: the log stays", group: "Which", needs: "clear" },
      BACKLOG_OPTION,
      YES_OPTION,
      { flags: "--json", about: "What became of the items", group: "Output", global: true },
    ],
    exits: { 0: "done", 1: "error", 2: "refused: a loop is running, or no --yes" },
    load: () => import("#cli/commands/backlog/reset"),
  },
];

/** What looks at swept items, and deletes them for good. */
export const ARCHIVE_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["backlog", "archive", "list"],
    summary: "The archived months",
    sentence: "List the archived months with their number of items.",
    args: ["[path]"],
    examples: ["tool backlog archive list", "tool backlog archive list --json | jq '.[].month'"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "Month and count of each", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/archive/list"),
  },
  {
    path: ["backlog", "archive", "view"],
    summary: "The items of a month",
    sentence: "Show the items that were archived in a month.",
    args: ["[path]", "[month]"],
    examples: ["tool backlog archive view 2026-11"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "The month as it is in the file", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/archive/view"),
  },
  {
    path: ["backlog", "archive", "purge"],
    summary: "Delete a month, or the whole archive",
    sentence: "Delete a month of the archive, or all of it, for good.",
    args: ["[path]"],
    untouched: WRITTEN,
    examples: ["tool backlog archive purge --month 2026-10 --yes"],
    options: [
      { flags: "--month <month>", about: "Only this one, YYYY-MM", group: "Which", values: "months" },
      BACKLOG_OPTION,
      YES_OPTION,
      { flags: "--json", about: "How many items, of which months", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/archive/purge"),
  },
];
