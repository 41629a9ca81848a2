import { refuseSilent } from "#cli/commands/server/refuse-silent";
import { alreadyRunning, serverUrl } from "#cli/commands/server/server-words";
import { refuseTakenPort } from "#cli/commands/server/refuse-taken-port";
import { rootRequest, settlePort, settleRoot } from "#cli/commands/server/settle-place";
import { startDaemon } from "#cli/commands/server/start-daemon";
import type { CommandContext } from "#cli/context";
import type { TerminalSignal } from "#cli/host";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { textWidth } from "#cli/render/width";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { tildePath } from "#core/projects/absolute-path";
import { askHealth, findServer } from "#engine/operations/service/find-server";
import { resolveRootFolder } from "#engine/operations/projects/resolve-root";
import type { Ports } from "#engine/ports";
import type { RunningServer, ServerPorts } from "#engine/server-ports";

const STOP_SIGNALS: readonly TerminalSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** On a terminal the server lives in it, else on its own. */
export async function run(context: CommandContext): Promise<number> {
  const { host, options, pen } = context;
  const foreground = options.flag("foreground");
  if (foreground && options.flag("daemon")) {
    throw new ToolError("USAGE", "--foreground and --daemon exclude each other.", {
      details: { option: "--daemon" },
      reason: "Nothing was started.",
      hints: [{ command: `${TOOL_NAME} help server start`, purpose: "options and examples" }],
    });
  }
  const [ports, servers] = [await host.connect(), await host.servers()];
  const found = refuseSilent(await findServer(ports, servers));
  if (found.kind === "running") {
    sayPlace(context, found.state);
    context.say(alreadyRunning(pen, found));
    return EXIT.ok;
  }
  if (foreground || (host.stdout.isTerminal && !options.flag("daemon"))) {
    return serveHere(context, ports, servers);
  }
  const port = await settlePort(context, ports);
  const daemon = await startDaemon(context, ports, servers, { port, root: await settleRoot(context, ports) });
  sayPlace(context, daemon.state);
  if (daemon.kind === "found") context.say(alreadyRunning(pen, daemon));
  else {
    const head = `Server started on ${serverUrl(daemon.state.port)}`;
    context.say([headLine(pen, { glyph: "done", head, facts: [`process ${daemon.state.pid}`] })]);
  }
  return EXIT.ok;
}

async function serveHere(context: CommandContext, ports: Ports, servers: ServerPorts): Promise<number> {
  const { host } = context;
  const port = await settlePort(context, ports);
  await settleRoot(context, ports);
  const root = rootRequest(context);
  const serving = await host
    .serve({
      ports,
      version: host.version,
      port,
      rootDirectory: async () => (await resolveRootFolder(ports, root)).path,
      webRoot: `${host.packageRoot.replace(/\/$/, "")}/dist/web`,
    })
    .catch(async (error: unknown) => {
      const taken = error instanceof ToolError && error.code === "CONFLICT" && error.reason === undefined;
      throw taken ? await refuseTakenPort(servers, port, host.homeDir) : error;
    });
  if (serving.kind === "elsewhere") {
    sayPlace(context, serving.state);
    const health = await askHealth(servers, serving.state.port);
    if (health !== null) context.say(alreadyRunning(context.pen, { state: serving.state, health }));
    return EXIT.ok;
  }
  const { server } = serving;
  const stopped = untilStopped(context, server);
  sayPlace(context, server.state);
  await sayDashboard(context, servers, server);
  await stopped;
  context.say([headLine(context.pen, { glyph: "done", head: "Server stopped." })]);
  return EXIT.ok;
}

/** The first signal ends its loops gracefully, the second at once. */
async function untilStopped({ host }: CommandContext, server: RunningServer): Promise<void> {
  let asked = false;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      if (asked) return server.hurry();
      asked = true;
      server.close().then(resolve, reject);
    };
    for (const signal of STOP_SIGNALS) host.onSignal(signal, stop);
  });
}

async function sayDashboard(
  { host, pen, say }: CommandContext,
  servers: ServerPorts,
  { state }: RunningServer,
): Promise<void> {
  const health = await askHealth(servers, state.port);
  const head = `Dashboard on ${serverUrl(state.port)}`;
  const root = clean(tildePath(health?.rootDirectory ?? "", host.homeDir));
  const facts = health === null ? "" : `root ${root}, ${counted(health.projectCount, "project")}. `;
  const rest = `${facts}Ctrl-C stops it.`;
  const room = pen.screen.columns - textWidth(head) - 4;
  const fits = !pen.screen.fits || textWidth(rest) <= room;
  const first = headLine(pen, { glyph: "done", head });
  say(fits ? [`${first}  ${rest}`] : [first, `  ${rest}`]);
}

/** With --json, where a server runs now; started or found. */
function sayPlace(context: CommandContext, { pid, port }: RunningServer["state"]): void {
  if (context.json) context.data({ pid, port, url: serverUrl(port) });
}
