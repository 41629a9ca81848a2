import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { GLOBAL_OPTIONS } from "#cli/commands/shared-options";
import { commandAt, commandsUnder } from "#cli/commands/table";
import { usageOf } from "#cli/help/command-help";
import { TOOL_SENTENCE } from "#cli/help/root-help";
import { TOOL_NAME } from "#contracts/names";

/** What the help screens say, as data; of the empty path, everything (spec: help). */
export function helpJson(path: readonly string[], version: string): unknown {
  const command = commandAt(path);
  if (command) return commandJson(command);
  return {
    name: [TOOL_NAME, ...path].join(" "),
    ...(path.length === 0 && {
      version,
      description: TOOL_SENTENCE,
      options: GLOBAL_OPTIONS.map(optionJson),
    }),
    commands: commandsUnder(path).map(commandJson),
  };
}

const commandJson = (command: CommandSpec): unknown => ({
  name: [TOOL_NAME, ...command.path].join(" "),
  summary: command.summary,
  description: command.sentence,
  usage: usageOf(command),
  arguments: command.args.map((arg) => ({ name: arg.replace(/^\[|(\.\.\.)?\]$/g, ""), required: false })),
  options: command.options.map(optionJson),
  examples: command.examples,
  exitCodes: command.exits,
});

/** As its line says it, at the end, in parentheses. */
const defaultOf = (about: string): string | null => / \(([\w.-]+)\)$/.exec(about)?.[1] ?? null;

const optionJson = ({ flags, about, kind, values, needs, repeatable, required }: OptionSpec): unknown => ({
  flags,
  description: about,
  takesValue: flags.includes("<"),
  ...(flags.includes("<") && { kind: kind ?? "text" }),
  ...(defaultOf(about) !== null && { default: defaultOf(about) }),
  ...(typeof values === "object" && { values }),
  ...(needs !== undefined && { needs: `--${needs}` }),
  repeatable: repeatable ?? false,
  required: required ?? false,
});
