import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION, PLAIN_EXITS } from "#cli/commands/shared-options";

export const WATCH_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["status"],
    summary: "Where the loop stands",
    sentence: "Show where the loop stands; the exit code says it, too.",
    args: ["[path]"],
    examples: ["tool status", "tool status . --json | jq -r .loopState"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "The status as one object", group: "Output", global: true },
    ],
    exits: {
      0: "idle or complete",
      1: "error",
      2: "no such project",
      3: "needs human",
      4: "limit",
      5: "blocked items left",
      6: "running",
    },
    load: () => import("#cli/commands/watch/status"),
  },
  {
    path: ["follow"],
    summary: "The run so far, then live",
    sentence: "Show the run so far, then follow it until it ends.",
    args: ["[path]"],
    examples: ["tool follow", "tool follow . --json | jq -r .type"],
    options: [
      { flags: "--verbose", about: "Every session, tool call and token count, too", group: "What" },
      {
        flags: "--interval <s>",
        about: "Seconds between two looks at the latest (2)",
        group: "What",
        kind: "amount",
      },
      BACKLOG_OPTION,
      { flags: "--json", about: "Every event, one JSON object a line", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/watch/follow"),
  },
  {
    path: ["log"],
    summary: "The raw log",
    sentence: "Show the end of the raw log.",
    args: ["[path]"],
    examples: ["tool log --tail 100"],
    options: [
      { flags: "--tail <n>", about: "How many lines (20)", group: "Which", kind: "count" },
      BACKLOG_OPTION,
      { flags: "--json", about: "The lines as an array", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/watch/log"),
  },
];
