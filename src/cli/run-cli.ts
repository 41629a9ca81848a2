import { commandAt, OVERVIEW } from "#cli/commands/table";
import type { Place } from "#cli/context";
import { createContext } from "#cli/create-context";
import type { CliHost } from "#cli/host";
import { earlyFlags, findCommand, type EarlyFlags } from "#cli/line/find-command";
import { givenOptions } from "#cli/line/given-options";
import { parseLine } from "#cli/line/parse-line";
import { reportError } from "#cli/report-error";

/** One line from its words to its exit code; returns when all output has been handed over, and never exits by itself. */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const flags = earlyFlags(argv);
  const place: Place = { path: null, backlog: null };
  let code: number;
  try {
    code = await run(argv, host, flags, place);
  } catch (error) {
    code = reportError(error, host, flags, place);
  }
  await Promise.all([host.stdout.drained(), host.stderr.drained()]);
  return code;
}

const run = async (
  argv: readonly string[],
  host: CliHost,
  flags: EarlyFlags,
  place: Place,
): Promise<number> => {
  const words = findCommand(argv);
  const command = commandAt(words) ?? (words.length === 0 ? OVERVIEW : undefined);
  const bare = createContext(host, flags, { args: words, options: givenOptions(new Map()), place });
  if (flags.help || !command) return (await import("#cli/commands/more/help")).run(bare);
  if (flags.version && command === OVERVIEW) return (await import("#cli/commands/more/version")).run(bare);
  const { args, options } = parseLine(argv, command);
  place.backlog = options.text("backlog");
  return (await command.load()).run(createContext(host, flags, { args, options, place }));
};
