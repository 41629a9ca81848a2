import { commandAt, commandsUnder } from "#cli/commands/table";
import type { CommandContext } from "#cli/context";
import { helpJson } from "#cli/help/help-json";
import { helpScreen } from "#cli/help/help-screen";
import { findCommand } from "#cli/line/find-command";
import { EXIT } from "#contracts/exit-codes";

/** Also what `--help` and a group's word alone print; the args are the words of the command. */
export async function run({ args, host, json, data, say, pen }: CommandContext): Promise<number> {
  const path = commandAt(args) || commandsUnder(args).length > 0 ? args : findCommand(args);
  if (json) data(helpJson(path, host.version));
  else say(helpScreen(pen, path));
  return EXIT.ok;
}
