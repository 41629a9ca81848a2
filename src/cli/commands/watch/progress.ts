import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { cleanLines } from "#cli/render/clean";
import { EXIT } from "#contracts/exit-codes";
import { FILES } from "#contracts/names";
import { readProgress } from "#engine/operations/loop/read-progress";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context, true);
  const content = await readProgress(ports, paths);
  if (context.json) context.data({ content });
  else if (content !== null && content !== "") context.say(cleanLines(content.replace(/\n$/, "")));
  else if (!context.pen.screen.plain) context.say([`${name} has no ${FILES.progress} yet.`]);
  return EXIT.ok;
}
