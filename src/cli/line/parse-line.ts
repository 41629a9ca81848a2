import { Command, CommanderError, Option } from "commander";
import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { GLOBAL_OPTIONS } from "#cli/commands/shared-options";
import { COMMANDS, OVERVIEW } from "#cli/commands/table";
import { checkGiven, explainRefusal, longName, needsValue } from "#cli/line/check-options";
import { joinPairs } from "#cli/line/join-pairs";
import { givenOptions, type GivenOptions } from "#cli/line/given-options";
import { TOOL_NAME } from "#contracts/names";

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
  let parsed: ParsedLine | undefined;
  const program = buildProgram((leaf, spec) => {
    const values = collectValues(leaf);
    checkGiven(spec, values);
    parsed = { command: spec, args: leaf.args, options: givenOptions(values) };
  });
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? explainRefusal(error, command, argv) : error;
  }
  if (!parsed) throw new Error(`"${command.path.join(" ")}" was not reached`);
  return parsed;
}

/** The whole table as one program; each command calls back when the line is its own. */
export function buildProgram(onCommand: (leaf: Command, spec: CommandSpec) => void): Command {
  const program = strict(new Command(TOOL_NAME)).enablePositionalOptions();
  program.action(() => onCommand(program, OVERVIEW));
  for (const spec of COMMANDS) {
    const parent = spec.path.slice(0, -1).reduce((above, word) => childOf(above, word), program);
    const leaf = childOf(parent, spec.path.at(-1) ?? "");
    leaf.description(spec.summary).action(() => onCommand(leaf, spec));
    for (const arg of spec.args) leaf.argument(arg);
    for (const option of spec.options) if (!option.global) leaf.addOption(toOption(option));
  }
  return program;
}

const strict = (command: Command): Command => {
  command.exitOverride().helpOption(false).helpCommand(false).showSuggestionAfterError(false);
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  for (const option of GLOBAL_OPTIONS) command.addOption(toOption(option));
  return command;
};

const childOf = (parent: Command, word: string): Command => {
  const known = parent.commands.find((child) => child.name() === word);
  if (known) return known;
  const child = strict(new Command(word)).enablePositionalOptions();
  parent.addCommand(child);
  return child;
};

/** Every occurrence of a value is kept, so that a second one can be refused rather than win; `--no-x` is a switch like any other. */
const toOption = ({ flags }: OptionSpec): Option => {
  const option = new Option(flags);
  option.negate = false;
  if (!option.required) return option;
  return option.argParser((value: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
};

const collectValues = (leaf: Command): Map<string, readonly string[]> => {
  const values = new Map<string, readonly string[]>();
  for (let level: Command | null = leaf; level; level = level.parent) {
    for (const option of level.options) {
      const value: unknown = level.getOptionValue(option.attributeName());
      if (value === undefined) continue;
      const name = longName(option.flags);
      values.set(name, [...(Array.isArray(value) ? value.map(String) : []), ...(values.get(name) ?? [])]);
    }
  }
  return values;
};
