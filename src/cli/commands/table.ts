import { BACKLOG_COMMANDS } from "#cli/commands/backlog";
import type { CommandSpec, Section } from "#cli/commands/command-spec";
import { LOOP_COMMANDS } from "#cli/commands/loop";
import { MORE_COMMANDS } from "#cli/commands/more";
import { PROJECT_COMMANDS } from "#cli/commands/project";
import { RECOVER_COMMANDS } from "#cli/commands/recover";
import { WATCH_COMMANDS } from "#cli/commands/watch";

/** Every command there is; parsing, help and completion read it and nothing else. */
export const COMMANDS: readonly CommandSpec[] = [
  ...PROJECT_COMMANDS,
  ...BACKLOG_COMMANDS,
  ...LOOP_COMMANDS,
  ...RECOVER_COMMANDS,
  ...WATCH_COMMANDS,
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
  { title: "Set up", words: [{ word: "install" }] },
  { title: "Backlog", words: [{ word: "backlog" }] },
  { title: "Run", words: [{ word: "loop" }, { word: "resume" }, { word: "reset" }] },
  { title: "Watch", words: [{ word: "status" }, { word: "follow" }, { word: "log" }] },
  { title: "More", words: [{ word: "agents" }, { word: "version" }] },
];

/** First line of a group's own help. */
export const GROUP_SENTENCES: Readonly<Record<string, string>> = {
  backlog: "The items that the loop works through.",
  "backlog archive": "Items that were done and swept out of the backlog.",
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
