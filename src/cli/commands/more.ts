import type { CommandSpec } from "#cli/commands/command-spec";

export const MORE_COMMANDS: readonly CommandSpec[] = [
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
