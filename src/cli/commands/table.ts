import { BACKLOG_COMMANDS } from "#cli/commands/backlog";
import type { CommandSpec, Section } from "#cli/commands/command-spec";
import { CONFIG_COMMANDS } from "#cli/commands/config";
import { INIT_COMMANDS } from "#cli/commands/init";
import { LOOP_COMMANDS } from "#cli/commands/loop";
import { MORE_COMMANDS } from "#cli/commands/more";
import { PROFILE_COMMANDS } from "#cli/commands/profile";
import { PROJECT_COMMANDS } from "#cli/commands/project";
import { PROJECTS_COMMANDS } from "#cli/commands/projects";
import { RECOVER_COMMANDS } from "#cli/commands/recover";
import { SERVER_COMMANDS } from "#cli/commands/server";
import { WATCH_COMMANDS } from "#cli/commands/watch";

/** Every command there is; parsing, help and completion read it and nothing else. */
export const COMMANDS: readonly CommandSpec[] = [
  ...PROJECT_COMMANDS,
  ...INIT_COMMANDS,
  ...BACKLOG_COMMANDS,
  ...LOOP_COMMANDS,
  ...RECOVER_COMMANDS,
  ...WATCH_COMMANDS,
  ...SERVER_COMMANDS,
  ...PROFILE_COMMANDS,
  ...PROJECTS_COMMANDS,
  ...CONFIG_COMMANDS,
  ...MORE_COMMANDS,
];

/** The binary's name alone; not in the table, since no list of commands names it. */
export const OVERVIEW: CommandSpec = {
  path: [],
  summary: "Where this folder stands",
  sentence: "Say where this folder stands, and what to do next.",
  args: [],
  options: [],
  examples: [],
  exits: { 0: "always" },
  load: () => import("#cli/commands/more/overview"),
};

/** The order of the first screen. Groups are spelled out there by their commands; `about` stands before those. */
export const SECTIONS: readonly Section[] = [
  {
    title: "Set up",
    words: [
      { word: "install" },
      { word: "init" },
      { word: "update" },
      { word: "uninstall" },
      { word: "migrate" },
      { word: "doctor" },
    ],
  },
  { title: "Backlog", words: [{ word: "backlog" }] },
  { title: "Run", words: [{ word: "loop" }, { word: "resume" }, { word: "reset" }] },
  { title: "Watch", words: [{ word: "status" }, { word: "follow" }, { word: "log" }, { word: "progress" }] },
  {
    title: "More",
    words: [
      { word: "agents" },
      { word: "profile", about: "The stack and commands of the project" },
      { word: "projects", about: "All projects under the root" },
      { word: "config", about: "Your settings" },
      { word: "server", about: "Dashboard, detached runs" },
      { word: "completion" },
      { word: "version" },
    ],
  },
];

/** First line of a group's own help. */
export const GROUP_SENTENCES: Readonly<Record<string, string>> = {
  profile: "The stack and the commands that stand for it: what an agent verifies its work with.",
  projects: "The projects directly under the root directory.",
  config: "Your own settings, for all projects.",
  backlog: "The items that the loop works through.",
  "backlog archive": "Items that were done and swept out of the backlog.",
  server: "The server: the dashboard, and the runs that outlive a terminal.",
  loop: "The loop: one item after the other, each in a session of its own.",
};

export function commandAt(path: readonly string[]): CommandSpec | undefined {
  return COMMANDS.find((command) => sameWords(command.path, path));
}

/** The commands of a group; of the empty path, all of them. */
export function commandsUnder(path: readonly string[]): readonly CommandSpec[] {
  return COMMANDS.filter(
    (command) => command.path.length > path.length && sameWords(command.path.slice(0, path.length), path),
  );
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i]);
