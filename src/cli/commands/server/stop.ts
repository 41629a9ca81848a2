import { endServer } from "#cli/commands/server/end-server";
import type { CommandContext } from "#cli/context";
import { headLine } from "#cli/render/message";
import { EXIT } from "#contracts/exit-codes";
import { findServer } from "#engine/operations/service/find-server";

export async function run(context: CommandContext): Promise<number> {
  const { host, pen } = context;
  const [ports, servers] = [await host.connect(), await host.servers()];
  const found = await findServer(ports, servers);
  if (found.kind === "none") {
    if (context.json) context.data({ stopped: false });
    context.say(["No server is running."]);
    return EXIT.ok;
  }
  await endServer(context, ports, servers, found.state, "stop");
  if (context.json) context.data({ stopped: true });
  context.say([headLine(pen, { glyph: "done", head: "Server stopped." })]);
  return EXIT.ok;
}
