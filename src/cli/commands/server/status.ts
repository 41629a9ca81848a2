import { serverUrl, upWords } from "#cli/commands/server/server-words";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine, message } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { findServer } from "#engine/operations/service/find-server";
import { listActiveLoops } from "#engine/stores/active-loops";

export async function run(context: CommandContext): Promise<number> {
  const { host, pen } = context;
  const ports = await host.connect();
  const found = await findServer(ports, await host.servers());
  switch (found.kind) {
    case "none": {
      if (context.json) context.data({ running: false });
      const hints = [{ command: `${TOOL_NAME} server start --daemon` }];
      context.say(message(pen, { glyph: "pending", head: "Not running", hints }));
      return EXIT.ok;
    }
    case "silent": {
      const { pid, port } = found.state;
      if (context.json) context.data({ running: false, pid, port });
      const hints = [{ command: `${TOOL_NAME} server stop --force` }];
      const facts = [`process ${pid} has ${serverUrl(port)}`];
      context.say(message(pen, { glyph: "blocked", head: "Not answering", facts, hints }));
      return EXIT.ok;
    }
    case "running": {
      const { pid, port } = found.state;
      const { uptime, version } = found.health;
      if (context.json) context.data({ pid, port, uptime, version });
      const loops = (await listActiveLoops(ports)).filter((entry) => entry.pid === pid);
      const facts = [`process ${pid}`, `up ${upWords(found.health)}`, clean(version)];
      if (loops.length > 0) facts.push(counted(loops.length, "loop"));
      context.say([headLine(pen, { glyph: "running", head: `Running on ${serverUrl(port)}`, facts })]);
      return EXIT.ok;
    }
  }
}
