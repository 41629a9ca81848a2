import type { CommandSpec, OptionSpec, ValueKind } from "#cli/commands/command-spec";
import { GLOBAL_OPTIONS } from "#cli/commands/shared-options";
import { ToolError, type Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { closestWord } from "#core/text/closest-word";

/** `iterations` of `--iterations <n>`, `follow` of `-f, --follow`. */
export function longName(flags: string): string {
  return /--([\w-]+)/.exec(flags)?.[1] ?? flags;
}

/** An option that takes a value must not take the next option for it; `--title=--yes` says that it is meant. */
export function needsValue(argv: readonly string[], command: CommandSpec): void {
  const options = optionsOf(command);
  const known = new Set(options.flatMap(({ flags }) => namesOf(flags)));
  const valued = new Set(
    options.filter(({ flags }) => takesValue(flags)).flatMap(({ flags }) => namesOf(flags)),
  );
  for (let i = 0; i < argv.length; i += 1) {
    const token = argv[i] ?? "";
    if (token === "--") return;
    if (!valued.has(token)) continue;
    i += 1;
    const value = argv[i];
    if (value === undefined || value === "--" || known.has(value)) {
      throw refusal(command, `${token} needs a value.`, { option: token });
    }
  }
}

/** Required, given once, and of its kind. */
export function checkGiven(command: CommandSpec, values: ReadonlyMap<string, readonly string[]>): void {
  for (const { flags, kind = "text", repeatable } of optionsOf(command)) {
    const given = values.get(longName(flags)) ?? [];
    const name = `--${longName(flags)}`;
    if (given.length > 1 && !repeatable) {
      throw refusal(command, `${name} was given ${given.length === 2 ? "twice" : `${given.length} times`}.`, {
        option: name,
      });
    }
    const wrong = given.find((value) => !KINDS[kind].accepts(value));
    if (wrong !== undefined) {
      throw refusal(command, `${name} must be ${KINDS[kind].words}, not "${wrong}".`, {
        option: name,
        value: wrong,
      });
    }
  }
  const model = ["model", "no-model"].filter((name) => values.has(name));
  if (model.length === 2)
    throw refusal(command, "--model and --no-model exclude each other.", { option: "--no-model" });
  const alone = command.options.find(
    ({ flags, needs }) => needs !== undefined && values.has(longName(flags)) && !values.has(needs),
  );
  if (alone?.needs !== undefined) {
    const option = `--${longName(alone.flags)}`;
    throw refusal(command, `${option} needs --${alone.needs}.`, { option });
  }
  const missing = command.options
    .filter(({ flags, required }) => required && !values.has(longName(flags)))
    .map(({ flags }) => `--${longName(flags)}`);
  if (missing.length > 0) throw missingOptions(command, missing);
}

const KINDS: Readonly<Record<ValueKind, { accepts: (value: string) => boolean; words: string }>> = {
  text: { accepts: () => true, words: "text" },
  name: { accepts: (value) => value.trim() !== "", words: "a name" },
  folder: { accepts: (value) => value !== "", words: "a folder" },
  count: { accepts: (value) => isWhole(value) && Number(value) > 0, words: "a whole number above 0" },
  whole: { accepts: (value) => isWhole(value), words: "0 or a whole number above it" },
  amount: {
    accepts: (value) =>
      /^(\d+\.?\d*|\.\d+)$/.test(value) && Number(value) > 0 && Number.isFinite(Number(value)),
    words: "a number above 0",
  },
};

const isWhole = (value: string): boolean => /^\d+$/.test(value) && Number.isSafeInteger(Number(value));

/** An option that the command doesn't have, with what was perhaps meant. */
export function unknownOption(command: CommandSpec, name: string): ToolError {
  const names = optionsOf(command).flatMap(({ flags }) => namesOf(flags));
  const near = name.startsWith("--") ? closestWord(name, names) : null;
  return new ToolError("USAGE", `"${fullName(command)}" has no option ${name}.`, {
    details: { command: command.path.join(" "), option: name },
    ...reasonOf([near && `Did you mean ${near}?`, command.untouched]),
    hints: [helpHint(command)],
  });
}

/** `--yes=no` says something that a switch can't. */
export function switchWithValue(command: CommandSpec, name: string): ToolError {
  return refusal(command, `${name} takes no value.`, { option: name });
}

/** More paths and ids than the command takes. */
export function tooManyArguments(command: CommandSpec): ToolError {
  const words = command.args.map(argumentWords);
  const most =
    words.length === 0 ? "no path or name" : `${listed(words).replace(/^an? (\w+)$/, "one $1")} at most`;
  return refusal(command, `"${fullName(command)}" takes ${most}.`, {});
}

/** `a path, a key and a value`. */
const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/** As of a variable that isn't set: it must not mean the working directory. */
export function emptyArgument(command: CommandSpec): ToolError {
  const words = command.args.map(argumentWords).join(" or ");
  return refusal(command, `${words.charAt(0).toUpperCase()}${words.slice(1)} can't be empty.`, {});
}

/** `a path`, `an id`. */
const argumentWords = (arg: string): string => {
  const name = arg.replace(/^\[|\]$/g, "");
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
};

const missingOptions = (command: CommandSpec, missing: readonly string[]): ToolError => {
  const example = command.examples[0];
  return new ToolError("USAGE", `"${fullName(command)}" needs ${missing.join(" and ")}.`, {
    details: { command: command.path.join(" "), missing },
    hints: [example === undefined ? helpHint(command) : { command: example }],
  });
};

const refusal = (command: CommandSpec, sentence: string, details: Record<string, unknown>): ToolError =>
  new ToolError("USAGE", sentence, {
    details: { command: command.path.join(" "), ...details },
    ...reasonOf([command.untouched]),
    hints: [helpHint(command)],
  });

const reasonOf = (sentences: readonly (string | null | undefined)[]): { reason?: string } => {
  const reason = sentences.filter(Boolean).join(" ");
  return reason === "" ? {} : { reason };
};

const helpHint = ({ path }: CommandSpec): Hint =>
  path.length === 0
    ? { command: `${TOOL_NAME} --help`, purpose: "all commands" }
    : { command: `${TOOL_NAME} help ${path.join(" ")}`, purpose: "options and examples" };

const fullName = (command: CommandSpec): string => [TOOL_NAME, ...command.path].join(" ");

/** Its own and the global ones. */
export function optionsOf(command: CommandSpec): readonly OptionSpec[] {
  return [...command.options.filter((option) => !option.global), ...GLOBAL_OPTIONS];
}

export const namesOf = (flags: string): string[] =>
  flags.match(/--?[\w-]+/g)?.filter((name) => name.startsWith("-")) ?? [];

export function takesValue(flags: string): boolean {
  return flags.includes("<");
}
