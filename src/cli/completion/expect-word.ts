import { commandAt, commandsUnder, OVERVIEW } from "#cli/commands/table";
import type { CommandSpec, OptionSpec, Values } from "#cli/commands/command-spec";
import { longName, namesOf, optionsOf, takesValue } from "#cli/line/check-options";
import { AGENT_IDS } from "#contracts/agent-ids";

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What can only be told by looking at files. */
export type Lookup = "items" | "months" | "projects" | "folders";

/** What may stand at the cursor. */
export interface Expected {
  /** As far as the table tells. */
  readonly words: readonly Candidate[];
  readonly lookups: readonly Lookup[];
  /** Of the cursor's word what stays as it is: `--agent=`, `001,`. */
  readonly prefix: string;
  /** What is being completed, without the prefix. */
  readonly current: string;
  /** Where the line stands so far; null: not said. */
  readonly path: string | null;
  readonly backlog: string | null;
  readonly root: string | null;
}

type Offer = Pick<Expected, "words" | "lookups"> & Partial<Pick<Expected, "prefix" | "current">>;

const NOTHING: Offer = { words: [], lookups: [] };

/** What could come next on a line, by the command table alone; the words before the cursor's may be wrong in any way. */
export function expectWord(before: readonly string[], cursor: string): Expected {
  const line = walk(before);
  const current = cursor === "=" ? "" : cursor;
  const offer = { prefix: "", current, ...offerAt(line, current) };
  return {
    ...offer,
    words: offer.words.filter(({ word }) => word.startsWith(offer.current)),
    path: line.args.find((_, i) => line.command?.args[i] === "[path]") ?? null,
    backlog: line.given.get("backlog") ?? null,
    root: line.given.get("root") ?? null,
  };
}

interface Line {
  path: string[];
  command: CommandSpec | undefined;
  readonly args: string[];
  readonly given: Map<string, string>;
  /** Takes the next word as its n-th value. */
  open: { readonly option: OptionSpec; readonly nth: number } | null;
  /** After `--`. */
  ended: boolean;
  /** A word that names no command: nothing can be said. */
  lost: boolean;
}

const walk = (words: readonly string[]): Line => {
  const line: Line = {
    path: [],
    command: undefined,
    args: [],
    given: new Map(),
    open: null,
    ended: false,
    lost: false,
  };
  for (const word of words) step(line, word);
  return line;
};

const step = (line: Line, word: string): void => {
  if (line.open !== null) {
    // Bash takes the sign for a word of its own.
    if (word === "=" && line.open.nth === 0) return;
    const { option, nth } = line.open;
    line.given.set(longName(option.flags), word);
    line.open = nth + 1 < valuesOf(option) ? { option, nth: nth + 1 } : null;
  } else if (word === "--") line.ended = true;
  else if (word.startsWith("-") && !line.ended) {
    const [name = "", attached] = word.split(/=(.*)/s);
    const option = optionNamed(line, name);
    if (option === undefined) return;
    line.given.set(longName(option.flags), attached ?? "");
    const taken = attached === undefined ? 0 : 1;
    if (taken < valuesOf(option)) line.open = { option, nth: taken };
  } else if (line.command === undefined) {
    const path = [...line.path, word];
    line.lost ||= commandAt(path) === undefined && commandsUnder(path).length === 0;
    line.path = path;
    line.command = commandAt(path);
  } else line.args.push(word);
};

const valuesOf = ({ flags }: OptionSpec): number => flags.split("<").length - 1;

const optionsAt = ({ command }: Line): readonly OptionSpec[] => optionsOf(command ?? OVERVIEW);

const optionNamed = (line: Line, name: string): OptionSpec | undefined =>
  optionsAt(line).find(({ flags }) => namesOf(flags).includes(name));

const offerAt = (line: Line, current: string): Offer => {
  if (line.lost) return NOTHING;
  if (line.open !== null) return line.open.nth === 0 ? valueOffer(line.open.option, current) : NOTHING;
  if (current.startsWith("-") && !line.ended) return optionOffer(line, current);
  if (line.command === undefined) return { words: nextWords(line.path), lookups: [] };
  return argumentOffer(line, line.command);
};

const optionOffer = (line: Line, current: string): Offer => {
  const [name = "", attached] = current.split(/=(.*)/s);
  if (attached !== undefined) {
    const option = optionNamed(line, name);
    if (option === undefined || !takesValue(option.flags)) return NOTHING;
    const offer = valueOffer(option, attached);
    return { current: attached, ...offer, prefix: `${name}=${offer.prefix ?? ""}` };
  }
  const open = optionsAt(line).filter(
    ({ flags, repeatable }) => repeatable === true || !line.given.has(longName(flags)),
  );
  return { words: open.map(({ flags, about }) => ({ word: `--${longName(flags)}`, about })), lookups: [] };
};

/** Of several ids with commas between them the last is being completed. */
const valueOffer = ({ flags, kind, values }: OptionSpec, current: string): Offer => {
  if (kind === "folder") return { words: [], lookups: ["folders"] };
  const offer = offerOf(values);
  if (!flags.includes("<ids>")) return offer;
  const start = current.lastIndexOf(",") + 1;
  return { ...offer, prefix: current.slice(0, start), current: current.slice(start) };
};

const offerOf = (values: Values | undefined): Offer => {
  if (values === undefined) return NOTHING;
  if (values === "agents") return offerOf(AGENT_IDS);
  if (values === "items" || values === "months") return { words: [], lookups: [values] };
  return { words: values.map((word) => ({ word, about: "" })), lookups: [] };
};

/** A path may be left out: then what stands after it is offered in its place, too. */
const argumentOffer = ({ args }: Line, command: CommandSpec): Offer => {
  const { args: names } = command;
  if (names.includes("[command...]")) return { words: nextWords(args), lookups: [] };
  const name = names[args.length];
  if (name === undefined) return NOTHING;
  const value = valueOfKey(command, args.at(-1));
  if (value !== null) return value;
  const offers = [name, ...(name === "[path]" ? names.slice(args.length + 1, args.length + 2) : [])].map(
    (one) => offerFor(command, one),
  );
  return {
    words: offers.flatMap(({ words }) => words),
    lookups: offers.flatMap(({ lookups }) => lookups),
  };
};

/** Where the word before is a key the value follows, whether or not a path stood before it. */
const valueOfKey = ({ argValues, keyValues }: CommandSpec, before: string | undefined): Offer | null => {
  if (keyValues === undefined || before === undefined || !argValues?.["[key]"]?.includes(before)) return null;
  const values = keyValues[before];
  return values === "folders" ? { words: [], lookups: ["folders"] } : offerOf(values);
};

const offerFor = (command: CommandSpec, name: `[${string}]`): Offer => {
  if (name === "[id]") return offerOf("items");
  if (name === "[month]") return offerOf("months");
  if (name !== "[path]") return offerOf(command.argValues?.[name]);
  return { words: [], lookups: command.byName ? ["projects", "folders"] : ["folders"] };
};

const nextWords = (path: readonly string[]): readonly Candidate[] => {
  const found = new Map<string, string>();
  for (const command of commandsUnder(path)) {
    const word = command.path[path.length] ?? "";
    const isLast = command.path.length === path.length + 1;
    if (isLast || !found.has(word)) found.set(word, isLast ? command.summary : "");
  }
  return [...found].map(([word, about]) => ({ word, about }));
};
