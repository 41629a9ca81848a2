import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { wholeNumber } from "#core/text/counted";
import { table } from "#cli/render/table";
import { EXIT } from "#contracts/exit-codes";
import { listArchive } from "#engine/operations/archive/list-archive";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context);
  const months = await listArchive(ports, paths);
  if (context.json) context.data(months);
  else if (months.length > 0) {
    const rows = months.map(({ month, count }) => ({ cells: [month, wholeNumber(count)] }));
    context.say(table(context.pen, [{ header: "Month" }, { header: "Items", align: "right" }], rows));
  } else if (!context.pen.screen.plain) context.say([`${name} has no archive yet.`]);
  else if (!context.quiet) context.host.stderr.write("no months\n");
  return EXIT.ok;
}
