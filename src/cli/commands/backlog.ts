import { ARCHIVE_COMMANDS, SWEEP_COMMANDS } from "#cli/commands/archive";
import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { ITEM_STATUSES, ITEM_TYPES, OFFERED_ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { BACKLOG_OPTION, PLAIN_EXITS, YES_OPTION } from "#cli/commands/shared-options";

const WRITTEN = "Nothing was written.";

const STATUS_OPTION: OptionSpec = {
  flags: "--status <status>",
  about: "pending, in_progress, done or blocked",
  group: "State",
  values: ITEM_STATUSES,
};
const TYPE_OPTION: OptionSpec = {
  flags: "--type <type>",
  about: "bug, bugfix, refactor, feature, chore or test",
  group: "Item",
  values: ITEM_TYPES,
};
const PRIORITY_OPTION: OptionSpec = {
  flags: "--priority <n>",
  about: "1 to 4, 1 is the highest",
  group: "Item",
  values: PRIORITIES.map(String),
};

/** What add and edit have in common. */
const ITEM_OPTIONS: readonly OptionSpec[] = [
  { flags: "--description <text>", about: "What to build and why", group: "Item" },
  { flags: "--ac <text>", about: "How to tell that it is done; repeatable", group: "Item", repeatable: true },
  { flags: "--depends-on <ids>", about: "Ids with commas between them", group: "Item", values: "items" },
  { flags: "--notes <text>", about: "Anything else for the agent", group: "Item" },
  { flags: "--estimated-iterations <n>", about: "For the budget", group: "Item", kind: "count" },
];

export const BACKLOG_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["backlog", "add"],
    summary: "Add an item",
    sentence: "Add an item; its id is printed.",
    args: ["[path]"],
    untouched: WRITTEN,
    examples: [
      'tool backlog add --type bug --title "<what is wrong>"',
      'tool backlog add --type chore --title "Tidy up" --depends-on 002,003',
    ],
    options: [
      { flags: "--title <text>", about: "One line; required", group: "Item", required: true },
      {
        flags: "--type <type>",
        about: "bug, refactor, feature or chore; required",
        group: "Item",
        required: true,
        values: OFFERED_ITEM_TYPES,
      },
      { ...PRIORITY_OPTION, about: "1 to 4, 1 is the highest (2)" },
      ...ITEM_OPTIONS,
      BACKLOG_OPTION,
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/add"),
  },
  {
    path: ["backlog", "list"],
    summary: "All items, as the loop would take them",
    sentence: "List the items, as the loop would take them.",
    args: ["[path]"],
    examples: ["tool backlog list --status blocked", "tool backlog list --json | jq -r '.[].title'"],
    options: [
      { ...STATUS_OPTION, group: "Which" },
      { ...TYPE_OPTION, group: "Which" },
      BACKLOG_OPTION,
      { flags: "--json", about: "The items as they are in the file", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/list"),
  },
  {
    path: ["backlog", "show"],
    summary: "Everything about an item",
    sentence: "Show everything about an item.",
    args: ["[path]", "[id]"],
    examples: ["tool backlog show 004"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "The item as it is in the file", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/show"),
  },
  {
    path: ["backlog", "edit"],
    summary: "Change an item",
    sentence: "Change the given fields of an item and nothing else.",
    args: ["[path]", "[id]"],
    untouched: WRITTEN,
    examples: [
      "tool backlog edit 004 --priority 1",
      'tool backlog edit 004 --ac "<one>" --ac "<two>"',
      'tool backlog edit 004 --depends-on ""',
    ],
    options: [
      { flags: "--title <text>", about: "One line", group: "Item" },
      TYPE_OPTION,
      PRIORITY_OPTION,
      ...ITEM_OPTIONS.map((option) =>
        option.flags.startsWith("--ac ") ? { ...option, about: "Replaces all criteria; repeatable" } : option,
      ),
      STATUS_OPTION,
      { flags: "--blocked-reason <text>", about: "Why it is blocked", group: "State" },
      BACKLOG_OPTION,
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/edit"),
  },
  {
    path: ["backlog", "delete"],
    summary: "Delete an item",
    sentence: "Delete an item; right afterwards, while no loop runs, backlog restore brings it back.",
    args: ["[path]", "[id]"],
    untouched: WRITTEN,
    examples: ["tool backlog delete 007 --yes"],
    options: [YES_OPTION, BACKLOG_OPTION],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/delete"),
  },
  {
    path: ["backlog", "validate"],
    summary: "Check the backlog",
    sentence: "Check the backlog for what would stop the loop or surprise it.",
    args: ["[path]"],
    examples: ["tool backlog validate --specs-dir docs"],
    options: [
      {
        flags: "--specs-dir <dir>",
        about: "Check that the documents to read are in it",
        group: "Which",
        kind: "folder",
      },
      BACKLOG_OPTION,
      { flags: "--json", about: "Whether it is valid, and the findings", group: "Output", global: true },
    ],
    exits: { 0: "valid", 1: "errors found", 2: "unreadable or refused" },
    load: () => import("#cli/commands/backlog/validate"),
  },
  {
    path: ["backlog", "unblock"],
    summary: "Put blocked items back to pending",
    sentence: "Put one blocked item, or all of them, back to pending.",
    args: ["[path]", "[id]"],
    untouched: WRITTEN,
    examples: ["tool backlog unblock 005", "tool backlog unblock"],
    options: [BACKLOG_OPTION],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/unblock"),
  },
  ...SWEEP_COMMANDS,
  {
    path: ["backlog", "restore"],
    summary: "Go back to the copy before the last change",
    sentence: "Go back to the copy that the last change of the backlog left.",
    args: ["[path]"],
    untouched: WRITTEN,
    examples: ["tool backlog restore --yes"],
    options: [YES_OPTION, BACKLOG_OPTION],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/backlog/restore"),
  },
  ...ARCHIVE_COMMANDS,
];
