import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION, PLAIN_EXITS } from "#cli/commands/shared-options";

const INTERVAL_OPTION: OptionSpec = {
  flags: "--interval <s>",
  about: "Seconds between two looks at the latest (2)",
  group: "What",
  kind: "amount",
};

export const WATCH_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["status"],
    summary: "Where the loop stands",
    sentence: "Show where the loop stands; the exit code says it, too.",
    args: ["[path]"],
    byName: true,
    examples: ["tool status", "tool status --follow", "tool status . --json | jq -r .loopState"],
    options: [
      { flags: "-f, --follow", about: "Look again and again; Ctrl-C leaves", group: "What" },
      { ...INTERVAL_OPTION, needs: "follow" },
      { flags: "--all", about: "Every live loop of this machine", group: "What" },
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
    byName: true,
    examples: ["tool follow", "tool follow --verbose", "tool follow . --json | jq -r .type"],
    options: [
      { flags: "--verbose", about: "Every session, tool call and token count, too", group: "What" },
      INTERVAL_OPTION,
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
    byName: true,
    examples: ["tool log --tail 100", "tool log --follow"],
    options: [
      { flags: "--tail <n>", about: "How many lines (20)", group: "Which", kind: "count" },
      { flags: "-f, --follow", about: "And what comes after them; Ctrl-C leaves", group: "Which" },
      BACKLOG_OPTION,
      {
        flags: "--json",
        about: "The lines as an array; with -f each as a string",
        group: "Output",
        global: true,
      },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/watch/log"),
  },
  {
    path: ["progress"],
    summary: "What the agent has learned (progress.md)",
    sentence: "Show progress.md: what the sessions have noted for the ones after them.",
    args: ["[path]"],
    byName: true,
    examples: ["tool progress", "tool progress --json | jq -r .content"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "Its text; null when there is none", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/watch/progress"),
  },
];
