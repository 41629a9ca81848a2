import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION } from "#cli/commands/shared-options";
import { SHELLS } from "#cli/completion/shells";

export const MORE_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["doctor"],
    summary: "Check everything the loop needs",
    sentence: "Check everything the loop needs, with a remedy for each fault.",
    args: ["[path]"],
    byName: true,
    examples: ["tool doctor", "tool doctor --json | jq -r '.checks[] | select(.result != \"ok\") | .check'"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "The checks as one object", group: "Output", global: true },
    ],
    exits: { 0: "no problem", 1: "a problem was found", 2: "no such project" },
    load: () => import("#cli/commands/more/doctor"),
  },
  {
    path: ["agents"],
    summary: "The coding agents, and which are installed",
    sentence: "List the coding agents, and which are installed.",
    args: [],
    examples: ["tool agents", "tool agents --json | jq -r '.agents[] | select(.available) | .id'"],
    options: [{ flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: { 0: "always" },
    load: () => import("#cli/commands/more/agents"),
  },
  {
    path: ["completion"],
    summary: "Tab completion for bash, zsh, fish, powershell",
    sentence: "Print what makes a shell complete commands, options, items and projects.",
    args: ["[shell]"],
    argValues: { "[shell]": SHELLS },
    moreArgs: true,
    examples: [
      "source <(tool completion bash)",
      "tool completion fish > ~/.config/fish/completions/tool.fish",
    ],
    options: [
      {
        flags: "--candidates",
        about: "What may stand at the cursor; asked for by the shells",
        group: "Output",
        unlisted: true,
      },
      { flags: "--json", about: "Shell and script as one object", group: "Output", global: true },
    ],
    exits: { 0: "printed", 2: "no such shell" },
    load: () => import("#cli/commands/more/completion"),
  },
  {
    path: ["version"],
    summary: "Print the version",
    sentence: "Print the version.",
    args: [],
    examples: ["tool version --json"],
    options: [{ flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: { 0: "always" },
    load: () => import("#cli/commands/more/version"),
  },
  {
    path: ["help"],
    summary: "Options and examples of a command",
    sentence: "Show all commands, or the options and examples of one.",
    args: ["[command...]"],
    examples: ["tool help loop run", "tool help --json"],
    options: [{ flags: "--json", about: "The same as data", group: "Output", global: true }],
    exits: { 0: "shown", 2: "no such command" },
    load: () => import("#cli/commands/more/help"),
  },
];
