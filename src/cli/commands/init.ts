import type { CommandSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";
import { STACK_PRESETS } from "#contracts/project-rules";

export const INIT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["init"],
    summary: "Create a new project, ready to loop",
    sentence: "Create a new project: folder, repository, first files, backlog, first commit.",
    args: ["[path]"],
    untouched: "Nothing was written.",
    examples: [
      "tool init my-app --stack node-typescript",
      "tool init my-app --stack python --seed plan.md",
      'tool init . --test-cmd "make test" --yes',
    ],
    options: [
      { flags: "--name <name>", about: "What it is called (the folder's name)", group: "What", kind: "name" },
      { flags: "--description <text>", about: "What it is for, in a sentence or more", group: "What" },
      {
        flags: "--stack <preset>",
        about: "node-typescript, node-javascript, python, go, rust, custom",
        group: "What",
        kind: "name",
        values: STACK_PRESETS,
      },
      {
        flags: "--seed <file>",
        about: "Items to begin with, as Markdown or JSON",
        group: "What",
        kind: "folder",
      },
      { flags: "--yes", about: "Ask nothing", group: "Confirm" },
      { flags: "--test-cmd <line>", about: 'How the tests run; "" for none', group: "Commands" },
      { flags: "--typecheck-cmd <line>", about: "How types are checked", group: "Commands" },
      { flags: "--lint-cmd <line>", about: "How the code is linted", group: "Commands" },
      { flags: "--build-cmd <line>", about: "How it is built", group: "Commands" },
      { flags: "--format-cmd <line>", about: "How formatting is checked", group: "Commands" },
      { flags: "--json", about: "The report as one object", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/init/init"),
  },
];
