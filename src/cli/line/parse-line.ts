import { parseArgs } from "node:util";
import type { CommandSpec } from "#cli/commands/command-spec";
import {
  checkGiven,
  emptyArgument,
  longName,
  needsValue,
  optionsOf,
  switchWithValue,
  takesValue,
  tooManyArguments,
  unknownOption,
} from "#cli/line/check-options";
import { givenOptions, type GivenOptions } from "#cli/line/given-options";
import { joinPairs } from "#cli/line/join-pairs";

/** A line that names a command and is in order. */
export interface ParsedLine {
  readonly command: CommandSpec;
  readonly args: readonly string[];
  readonly options: GivenOptions;
}

/** Refuses with USAGE whatever the table doesn't know, before anything has an effect. */
export function parseLine(argv: readonly string[], command: CommandSpec): ParsedLine {
  const line = joinPairs(argv, command);
  needsValue(line, command);
  const configs = new Map(optionsOf(command).map(({ flags }) => [longName(flags), optionConfig(flags)]));
  const options = Object.fromEntries(configs);
  // Not strict: what is wrong with a line is said in our own words, not in Node's.
  const { tokens } = parseArgs({ args: line, options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const known = configs.get(token.name);
    if (known === undefined) throw unknownOption(command, token.rawName);
    if (known.type === "boolean" && token.value !== undefined) throw switchWithValue(command, token.rawName);
    values.set(token.name, [
      ...(values.get(token.name) ?? []),
      ...(token.value === undefined ? [] : [token.value]),
    ]);
  }
  const args = words.slice(command.path.length);
  const variadic = command.moreArgs ?? command.args.some((arg) => arg.includes("..."));
  if (!variadic && args.length > command.args.length) throw tooManyArguments(command);
  if (!variadic && withoutValue(args, command).includes("")) throw emptyArgument(command);
  checkGiven(command, values);
  return { command, args, options: givenOptions(values) };
}

/** A value that is set may be empty: that switches something off. */
function withoutValue(args: readonly string[], { args: declared }: CommandSpec): readonly string[] {
  return declared.at(-1) === "[value]" && args.length > 1 ? args.slice(0, -1) : args;
}

interface OptionConfig {
  readonly type: "boolean" | "string";
  readonly multiple: true;
  readonly short?: string;
}

/** Every occurrence is kept, so that a second one can be refused rather than win. */
function optionConfig(flags: string): OptionConfig {
  const short = /(?:^|\s)-(\w)\b/.exec(flags)?.[1];
  return {
    type: takesValue(flags) ? "string" : "boolean",
    multiple: true,
    ...(short !== undefined && { short }),
  };
}
