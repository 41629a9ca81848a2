import { commandAt } from "#cli/commands/table";
import { commandHelp } from "#cli/help/command-help";
import { groupHelp } from "#cli/help/group-help";
import { rootHelp } from "#cli/help/root-help";
import type { Pen } from "#cli/render/pen";

/** The help of a command, of a group, or of everything; the path must name one of them. */
export function helpScreen(pen: Pen, path: readonly string[]): string[] {
  const command = commandAt(path);
  if (command) return commandHelp(pen, command);
  return path.length === 0 ? rootHelp(pen) : groupHelp(pen, path);
}
