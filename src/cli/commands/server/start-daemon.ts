import { refuseTakenPort } from "#cli/commands/server/refuse-taken-port";
import type { CommandContext } from "#cli/context";
import { startSpinner } from "#cli/render/spinner";
import { ToolError } from "#contracts/error";
import { SERVER_START_WAIT_MS } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import { globalPaths } from "#contracts/paths";
import type { ServerHealth, ServerState } from "#contracts/schema/server-state";
import type { RootChoice } from "#core/projects/resolve-root";
import { findServer } from "#engine/operations/service/find-server";
import type { Ports } from "#engine/ports";
import type { DetachedProcess, ServerPorts } from "#engine/server-ports";
import { readServerLog } from "#engine/stores/server-log";

/** `found`: another starter was quicker. */
export interface Daemon {
  readonly kind: "started" | "found";
  readonly state: ServerState;
  readonly health: ServerHealth;
}

const POLL_MS = 50;
const LAST_WORDS = 5;

/** A server in a process of its own, once it answers. CONFLICT when its port is taken, IO_ERROR with its last words when it dies. */
export async function startDaemon(
  { host, errorPen }: CommandContext,
  ports: Ports,
  servers: ServerPorts,
  place: { readonly port: number; readonly root: RootChoice },
): Promise<Daemon> {
  const { port, root } = place;
  if (!(await servers.isPortFree(port))) {
    // Perhaps by the server of another starter, a moment ago.
    const found = await findServer(ports, servers);
    if (found.kind === "running") return { ...found, kind: "found" };
    throw await refuseTakenPort(servers, port, host.homeDir);
  }
  const { dir, serverLog } = globalPaths(ports.machine.home);
  await ports.files.makeDir(dir);
  const words = ["server", "start", "--foreground", "--quiet", "--port", `${port}`];
  // What no flag named is read anew by each request, so that a setting that is changed later counts.
  if (root.source === "flag" || root.source === "env") words.push("--root", root.path);
  const cwd = root.source === "cwd" ? root.path : ports.machine.home;
  const process = await servers.startDetached(words, { cwd, output: serverLog });
  const spinner = startSpinner(host, errorPen, "Waiting for the server to answer");
  try {
    return await untilItAnswers(ports, servers, process);
  } finally {
    spinner.stop();
  }
}

async function untilItAnswers(ports: Ports, servers: ServerPorts, process: DetachedProcess): Promise<Daemon> {
  const deadline = ports.clock.monotonic() + SERVER_START_WAIT_MS;
  for (;;) {
    const ended = process.hasEnded();
    const found = await findServer(ports, servers);
    if (found.kind === "running") {
      return { ...found, kind: found.state.pid === process.pid ? "started" : "found" };
    }
    if (ended || ports.clock.monotonic() > deadline) throw await failure(ports, ended);
    await ports.clock.sleep(POLL_MS);
  }
}

async function failure(ports: Ports, ended: boolean): Promise<ToolError> {
  const lines = await readServerLog(ports, LAST_WORDS);
  const sentence = ended ? "The server ended as soon as it was started." : "The server does not answer.";
  return new ToolError("IO_ERROR", sentence, {
    reason: ["The end of its log:", ...lines.map((line) => ` ${line}`)].join("\n"),
    hints: [{ command: `${TOOL_NAME} server logs` }],
  });
}
