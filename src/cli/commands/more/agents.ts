import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { table } from "#cli/render/table";
import { tildePath } from "#core/projects/absolute-path";
import { EXIT } from "#contracts/exit-codes";
import { globalPaths } from "#contracts/paths";
import { listAgents } from "#engine/operations/service/list-agents";

/** Always gives 0: who asks for the list is often looking for what is wrong. */
export async function run(context: CommandContext): Promise<number> {
  const { host } = context;
  const agents = await listAgents(await host.connect(), host.cwd, ({ message, reason }) => {
    const file = globalPaths(host.homeDir).config;
    const sentence = message.replace(file, () => tildePath(file, host.homeDir));
    context.warn({ sentence, ...(reason !== undefined && { reason }) });
  });
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
