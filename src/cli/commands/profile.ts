import type { CommandSpec } from "#cli/commands/command-spec";
import { BACKLOG_OPTION, PLAIN_EXITS } from "#cli/commands/shared-options";
import { PACKAGE_MANAGERS, PROFILE_KEYS } from "#contracts/project-rules";

export const PROFILE_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["profile", "show"],
    summary: "The stack and commands of the project",
    sentence: "Show the stack of the project and the commands that verify it.",
    args: ["[path]"],
    examples: ["tool profile show", "tool profile show --json | jq -r .verify"],
    options: [BACKLOG_OPTION, { flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/profile/show"),
  },
  {
    path: ["profile", "detect"],
    summary: "What has changed since; writes nothing",
    sentence: "Detect the stack and commands again, and show what differs; nothing is written.",
    args: ["[path]"],
    examples: ["tool profile detect"],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "Stored, detected, differences", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/profile/detect"),
  },
  {
    path: ["profile", "set"],
    summary: "Change a command, or what the stack is",
    sentence: "Change one key of the profile; what agents are told follows.",
    args: ["[path]", "[key]", "[value]"],
    argValues: { "[key]": PROFILE_KEYS },
    keyValues: { packageManager: [...PACKAGE_MANAGERS, "none"], monorepo: ["true", "false"] },
    untouched: "Nothing was changed.",
    examples: ['tool profile set lint "pnpm lint"', 'tool profile set build ""'],
    options: [
      BACKLOG_OPTION,
      { flags: "--json", about: "The whole profile, afterwards", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/profile/set"),
  },
];
