import type { CommandSpec } from "#cli/commands/command-spec";
import { AGENT_OPTIONS, listed, RUN_EXITS, WORK_OPTIONS } from "#cli/commands/run-options";
import { BACKLOG_OPTION } from "#cli/commands/shared-options";

/** What mends an interrupted run. */
export const RECOVER_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["resume"],
    summary: "Mend what was interrupted, answer questions, go on",
    sentence: "Mend what was interrupted, answer questions, and go on with the loop.",
    args: ["[path]"],
    untouched: "Nothing was changed or started.",
    examples: ["tool resume", 'tool resume --answer 004 "90 days"', "tool resume --recover"],
    options: [
      {
        flags: "--answer <id> <text>",
        about: "Answer an item's question; as often as needed",
        group: "First",
        repeatable: true,
        values: "items",
      },
      { flags: "--recover", about: "Verify interrupted work, commit it if it passes", group: "First" },
      ...listed(WORK_OPTIONS),
      ...listed(AGENT_OPTIONS),
      BACKLOG_OPTION,
      { flags: "--ndjson", about: "One JSON event a line, then the result", group: "Output" },
      { flags: "--json", about: "Only the result", group: "Output", global: true },
    ],
    exits: RUN_EXITS,
    load: () => import("#cli/commands/recover/resume"),
  },
  {
    path: ["reset"],
    summary: "Mend what was interrupted and stop there",
    sentence: "Mend what an interrupted run left: items, state and locks. Done items stay done.",
    args: ["[path]"],
    untouched: "Nothing was changed.",
    examples: ["tool reset", "tool reset --json | jq .requeued"],
    options: [
      BACKLOG_OPTION,
      { flags: "--keep-done", about: "Accepted; done items are always kept", group: "Where", unlisted: true },
      { flags: "--json", about: "What was mended, as one object", group: "Output", global: true },
    ],
    exits: { 0: "mended", 1: "error", 2: "refused: a loop is running" },
    load: () => import("#cli/commands/recover/reset"),
  },
];
