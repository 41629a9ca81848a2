import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { table } from "#cli/render/table";
import { EXIT } from "#contracts/exit-codes";
import { listAgents } from "#engine/operations/list-agents";

export async function run(context: CommandContext): Promise<number> {
  const { host } = context;
  const agents = await listAgents(await host.connect(), host.cwd);
  if (context.json) context.data({ agents });
  const { pen } = context;
  const columns = ["ID", "NAME", "AVAILABLE", "DETAIL"].map((header) => ({ header }));
  const rows = agents.map(({ id, displayName, available, detail = "" }) => ({
    cells: [
      id,
      clean(displayName),
      available ? { text: "yes", paint: pen.paint.green } : "no",
      clean(detail),
    ],
  }));
  context.say(table(pen, columns, rows));
  return EXIT.ok;
}
