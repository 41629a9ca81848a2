import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { EXIT } from "#contracts/exit-codes";
import { LOG_TAIL_LINES } from "#contracts/limits";
import { readLog } from "#engine/operations/read-log";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context, true);
  const lines = await readLog(ports, paths, { tail: context.options.number("tail") ?? LOG_TAIL_LINES });
  if (context.json) context.data(lines);
  else if (lines.length > 0) context.say(lines.map(clean));
  else if (!context.pen.screen.plain) context.say([`No run yet in ${name}.`]);
  return EXIT.ok;
}
