import type { CommandSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";
import { CONFIG_KEYS, THEMES } from "#contracts/project-rules";

export const CONFIG_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["config", "get"],
    summary: "One of your settings",
    sentence: "Print one of your settings.",
    args: ["[key]"],
    argValues: { "[key]": CONFIG_KEYS },
    examples: ["tool config get rootDirectory"],
    options: [{ flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: { 0: "printed", 1: "not set", 2: "refused" },
    load: () => import("#cli/commands/config/get"),
  },
  {
    path: ["config", "set"],
    summary: "Change one of your settings",
    sentence: "Change one of your settings, for all projects.",
    args: ["[key]", "[value]"],
    argValues: { "[key]": CONFIG_KEYS },
    keyValues: { rootDirectory: "folders", theme: THEMES },
    untouched: "Nothing was changed.",
    examples: ["tool config set rootDirectory ~/code", "tool config set port 5174"],
    options: [{ flags: "--json", about: "All settings, afterwards", group: "Output", global: true }],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/config/set"),
  },
  {
    path: ["config", "list"],
    summary: "All your settings",
    sentence: "List your settings.",
    args: [],
    examples: ["tool config list"],
    options: [{ flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/config/list"),
  },
];
