import type { Place } from "#cli/context";
import { commandAt, commandsUnder } from "#cli/commands/table";
import { shellWord } from "#core/text/shell-word";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";

/** Hints as they work when pasted here and now: at the same place, and none for a command that there isn't. */
export function usableHints(hints: readonly Hint[], place: Readonly<Place>): readonly Hint[] {
  return hints.flatMap((hint) => {
    const command = hint.placed === true ? hint.command : atPlace(hint.command, place);
    return command === null ? [] : [{ ...hint, command }];
  });
}

const atPlace = (line: string, { path, backlog }: Readonly<Place>): string | null => {
  const words = line.split(" ");
  if (words[0] !== TOOL_NAME) return path === null ? line : `cd ${shellWord(path)} && ${line}`;
  const named = commandWords(words.slice(1));
  if (named === null) return null;
  const command = commandAt(named);
  if (!command?.args.includes("[path]")) return line;
  const rest = words.slice(1 + named.length);
  const other = backlog !== null && command.options.some(({ flags }) => flags.startsWith("--backlog"));
  return [
    TOOL_NAME,
    ...named,
    ...(path === null ? [] : [shellWord(path)]),
    ...rest,
    ...(other ? ["--backlog", shellWord(backlog)] : []),
  ].join(" ");
};

/** The leading words that name a command or a group; null where there is none of that name. */
const commandWords = (words: readonly string[]): readonly string[] | null => {
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
  const bare = end === -1 ? words : words.slice(0, end);
  for (let n = bare.length; n > 0; n -= 1) {
    const path = bare.slice(0, n);
    if (commandAt(path)) return path;
    if (n === bare.length && commandsUnder(path).length > 0) return path;
  }
  return bare.length === 0 ? [] : null;
};
