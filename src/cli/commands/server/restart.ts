import { endServer } from "#cli/commands/server/end-server";
import { refuseTakenPort } from "#cli/commands/server/refuse-taken-port";
import { serverUrl } from "#cli/commands/server/server-words";
import { settlePort, settleRoot } from "#cli/commands/server/settle-place";
import { startDaemon } from "#cli/commands/server/start-daemon";
import type { CommandContext } from "#cli/context";
import { headLine } from "#cli/render/message";
import { EXIT } from "#contracts/exit-codes";
import type { RootChoice } from "#core/projects/resolve-root";
import { findServer, type FoundServer } from "#engine/operations/service/find-server";
import type { Ports } from "#engine/ports";
import type { ServerPorts } from "#engine/server-ports";

/** What can be refused is refused before anything is stopped. */
export async function run(context: CommandContext): Promise<number> {
  const { host, pen } = context;
  const [ports, servers] = [await host.connect(), await host.servers()];
  const found = await findServer(ports, servers);
  const root = await rootAfter(context, ports, found);
  const port = await portAfter(context, ports, servers, found);
  if (found.kind !== "none") await endServer(context, ports, servers, found.state, "restart");
  const { state, health } = await startDaemon(context, ports, servers, { port, root });
  if (context.json) {
    context.data({ pid: state.pid, port: state.port, uptime: health.uptime, version: health.version });
  }
  const head = `Server ${found.kind === "none" ? "started" : "restarted"} on ${serverUrl(state.port)}`;
  context.say([headLine(pen, { glyph: "done", head, facts: [`process ${state.pid}`] })]);
  return EXIT.ok;
}

/** The same as before, unless the line names another. */
async function rootAfter(context: CommandContext, ports: Ports, found: FoundServer): Promise<RootChoice> {
  const root = await settleRoot(context, ports);
  const named = root.source === "flag" || root.source === "env";
  if (found.kind !== "running" || named || found.health.rootDirectory === root.path) return root;
  return { path: found.health.rootDirectory, source: "flag" };
}

async function portAfter(
  context: CommandContext,
  ports: Ports,
  servers: ServerPorts,
  found: FoundServer,
): Promise<number> {
  const before = found.kind === "none" ? null : found.state.port;
  if (before !== null && context.options.number("port") === null) return before;
  const port = await settlePort(context, ports);
  if (port === before || (await servers.isPortFree(port))) return port;
  throw await refuseTakenPort(servers, port, context.host.homeDir);
}
