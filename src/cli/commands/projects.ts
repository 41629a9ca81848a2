import type { CommandSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";

export const PROJECTS_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["projects", "list"],
    summary: "What is under the root",
    sentence: "List the projects under the root directory: --root, else TOOL_ROOT, the setting, here.",
    args: [],
    examples: ["tool projects list", "tool projects list --root ~/code --json | jq -r '.[].path'"],
    options: [{ flags: "--json", about: "Broken and ignored ones, too", group: "Output", global: true }],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/projects/list"),
  },
  {
    path: ["projects", "status"],
    summary: "Where each of them stands",
    sentence: "Show where the loop of each project stands, by its files alone.",
    args: [],
    examples: ["tool projects status", "tool projects status --json | jq '.[] | .status.loopState'"],
    options: [{ flags: "--json", about: "With the whole status of each", group: "Output", global: true }],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/projects/status"),
  },
];
