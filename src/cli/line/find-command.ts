import { TOOL_NAME } from "#contracts/names";
import { ToolError, type Hint } from "#contracts/error";
import { commandAt, commandsUnder } from "#cli/commands/table";
import { namesOf, optionsOf } from "#cli/line/check-options";
import { closestWord } from "#core/text/closest-word";

/** The words of the line that name a command or a group, as far as there is one; an unknown word is refused. */
export function findCommand(argv: readonly string[]): readonly string[] {
  const path: string[] = [];
  for (const word of bareWords(argv)) {
    const longer = [...path, word];
    if (!commandAt(longer) && commandsUnder(longer).length === 0) throw unknownCommand(path, word);
    path.push(word);
    if (commandAt(path)) break;
  }
  return path;
}

/** Of the whole line, before anything is parsed: whatever is wrong with the rest of it, these hold. */
export function earlyFlags(argv: readonly string[]): EarlyFlags {
  const end = argv.indexOf("--");
  const flags = new Set((end === -1 ? argv : argv.slice(0, end)).flatMap(unbundled));
  const has = (...names: string[]): boolean => names.some((name) => flags.has(name));
  return {
    help: has("--help", "-h"),
    version: has("--version", "-V"),
    json: has("--json", "--ndjson"),
    noColor: has("--no-color", "--ndjson", "--json"),
    quiet: has("--quiet", "-q"),
  };
}

/** `-qh` is -q and -h; a value such as "-quick" is nothing of the kind. */
const unbundled = (token: string): readonly string[] => {
  if (!/^-[a-z]{2,}$/i.test(token)) return [token];
  const letters = Array.from(token.slice(1), (letter) => `-${letter}`);
  const known = new Set(
    commandsUnder([])
      .flatMap(optionsOf)
      .flatMap(({ flags }) => namesOf(flags)),
  );
  return letters.every((letter) => known.has(letter)) ? letters : [token];
};

export interface EarlyFlags {
  readonly help: boolean;
  readonly version: boolean;
  readonly json: boolean;
  readonly noColor: boolean;
  readonly quiet: boolean;
}

/** Before the command's name only global options may stand, and of these only --root takes a value. */
function* bareWords(argv: readonly string[]): Generator<string> {
  for (let i = 0; i < argv.length; i += 1) {
    const token = argv[i] ?? "";
    if (token === "--") return;
    if (token === "--root") i += 1;
    else if (!token.startsWith("-")) yield token;
  }
}

/** `backlog validate` where "validate" alone was typed, and no other group has that word. */
const onlyGroupOf = (path: readonly string[], word: string): string | null => {
  const deeper = commandsUnder(path).filter((command) => command.path.at(-1) === word);
  const [one] = deeper;
  return one === undefined || deeper.length > 1 ? null : one.path.slice(path.length).join(" ");
};

const unknownCommand = (path: readonly string[], word: string): ToolError => {
  const candidates = [...new Set(commandsUnder(path).map((command) => command.path[path.length] ?? ""))];
  const near = closestWord(word, candidates) ?? onlyGroupOf(path, word);
  const full = (last: string): string => [...path, last].join(" ");
  const help: Hint = {
    command: [TOOL_NAME, ...path, "--help"].join(" "),
    purpose: path.length === 0 ? "all commands" : `all commands of ${path.join(" ")}`,
  };
  return new ToolError("USAGE", `There is no command "${full(word)}".`, {
    details: { command: full(word) },
    ...(near !== null && { reason: `Did you mean "${full(near)}"?` }),
    hints: near === null ? [help] : [{ command: `${TOOL_NAME} ${full(near)}` }, help],
  });
};
