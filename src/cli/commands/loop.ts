import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION } from "#cli/commands/shared-options";

export const LOOP_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["loop", "run"],
    summary: "Work through the backlog",
    sentence: "Work through the backlog: one session and one commit per item.",
    args: ["[path]"],
    examples: [
      "tool loop run --create-branch night",
      "tool loop run --iterations 5 --model opus",
      "tool loop run --ndjson | jq -r .type",
    ],
    untouched: "Nothing was started.",
    options: [
      {
        flags: "--iterations <n>",
        about: "Budget (the marker's, else computed; 20+)",
        group: "Work",
        kind: "count",
      },
      { flags: "--retries <n>", about: "New attempts after the first (3)", group: "Work", kind: "whole" },
      { flags: "--timeout <min>", about: "Longest session (60)", group: "Work", kind: "amount" },
      { flags: "--retry-blocked", about: "First put blocked items back to pending", group: "Work" },
      { flags: "--pause-on-needs-human", about: "Stop at the first question", group: "Work" },
      {
        flags: "--breaker <n>",
        about: "Failures in a row that stop the run (3)",
        group: "Work",
        kind: "count",
        unlisted: true,
      },
      { flags: "--agent <id>", about: "One of tool agents (claude-cli)", group: "Agent" },
      { flags: "--model <name>", about: "opus, sonnet, haiku, or any model name", group: "Agent" },
      { flags: "--no-model", about: "Ignore the models of the items", group: "Agent" },
      {
        flags: "--env <key=value>",
        about: "For the environment of the agent",
        group: "Agent",
        repeatable: true,
        unlisted: true,
      },
      { flags: "--create-branch <name>", about: "Create it and switch to it first", group: "Git" },
      { flags: "--seed-backlog", about: "Commit backlog.json if only it is dirty", group: "Git" },
      { flags: "--force", about: "Run on main or with uncommitted changes", group: "Git" },
      {
        flags: "--suppress-iteration-review",
        about: "Switch off per-session review hooks",
        group: "Review",
      },
      BACKLOG_OPTION,
      { flags: "--ndjson", about: "One JSON event a line, then the result", group: "Output" },
      { flags: "--json", about: "Only the result", group: "Output", global: true },
    ],
    exits: {
      0: "complete",
      1: "error or stopped",
      2: "refused",
      3: "needs human",
      4: "limit",
      5: "blocked items left",
    },
    load: () => import("#cli/commands/loop/run"),
  },
];
