import type { CommandSpec } from "#cli/commands/command-spec";
import { AGENT_OPTIONS, MODEL_OPTION, RUN_EXITS, WORK_OPTIONS } from "#cli/commands/run-options";
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
      "tool loop run --detached --follow",
      "tool loop run --ndjson | jq -r .type",
    ],
    untouched: "Nothing was started.",
    options: [
      ...WORK_OPTIONS,
      ...AGENT_OPTIONS,
      {
        flags: "--create-branch <name>",
        about: "Create it and switch to it first",
        group: "Git",
        kind: "name",
      },
      { flags: "--seed-backlog", about: "Commit backlog.json if only it is dirty", group: "Git" },
      { flags: "--force", about: "Run on main or with uncommitted changes", group: "Git" },
      { flags: "--review", about: "Review the diff at the end, may add items", group: "Review" },
      { flags: "--review-only", about: "Only the review", group: "Review" },
      {
        flags: "--suppress-iteration-review",
        about: "Switch off per-session review hooks",
        group: "Review",
      },
      BACKLOG_OPTION,
      { flags: "-d, --detached", about: "Run in the server; return at once", group: "Where" },
      {
        flags: "-f, --follow",
        about: "With -d: watch; Ctrl-C only detaches",
        group: "Where",
        needs: "detached",
      },
      { flags: "--ndjson", about: "One JSON event a line, then the result", group: "Output" },
      { flags: "--json", about: "Only the result", group: "Output", global: true },
    ],
    exits: RUN_EXITS,
    load: () => import("#cli/commands/loop/run"),
  },
  {
    path: ["loop", "stop"],
    summary: "Stop the loop",
    sentence: "Stop the project's loop gracefully, through the server.",
    args: ["[path]"],
    examples: ["tool loop stop", "tool loop stop ~/code/ledger-api"],
    untouched: "Nothing was stopped.",
    options: [BACKLOG_OPTION],
    exits: { 0: "stopped", 1: "error", 2: "no server, or no loop" },
    load: () => import("#cli/commands/loop/stop"),
  },
  {
    path: ["loop", "review"],
    summary: "Review what was done",
    sentence: "Review all done items: what is to be mended becomes new items.",
    args: ["[path]"],
    examples: ["tool loop review", "tool loop review --model opus --timeout 20"],
    untouched: "Nothing was started.",
    options: [
      { ...MODEL_OPTION, group: "Options" },
      { flags: "--timeout <min>", about: "Longest session (60)", group: "Options", kind: "amount" },
      BACKLOG_OPTION,
    ],
    exits: { 0: "reviewed", 1: "the review failed", 2: "refused", 4: "limit" },
    load: () => import("#cli/commands/loop/review"),
  },
];
