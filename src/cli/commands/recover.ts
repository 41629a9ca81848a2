import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION } from "#cli/commands/shared-options";

/** What mends an interrupted run. */
export const RECOVER_COMMANDS: readonly CommandSpec[] = [
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
