import type { CommandSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";

export const PROJECT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["install"],
    summary: "Set up this repository",
    sentence: "Set up a repository for the loop; what is yours is left as it is.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: ["tool install --yes", 'tool install --yes --test-cmd "make test" --lint-cmd ""'],
    options: [
      { flags: "--yes", about: "Ask nothing", group: "Confirm" },
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
];
