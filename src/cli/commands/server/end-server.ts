import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { moment } from "#cli/render/moment";
import { counted } from "#core/text/counted";
import { startSpinner } from "#cli/render/spinner";
import { ToolError } from "#contracts/error";
import { SERVER_STOP_WAIT_MS } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { ServerState } from "#contracts/schema/server-state";
import { folderName } from "#core/projects/absolute-path";
import { typedPath } from "#core/projects/typed-path";
import { durationWords } from "#core/text/duration-words";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { recoverStaleLoop } from "#engine/operations/loop/recover-stale-loop";
import { readStatus } from "#engine/operations/loop/read-status";
import type { Ports } from "#engine/ports";
import type { ServerPorts } from "#engine/server-ports";
import { listActiveLoops } from "#engine/stores/active-loops";
import { livesServer, releaseServer } from "#engine/stores/server-state";

const POLL_MS = 25;

/** Ends the server's process, gracefully first. CONFLICT that lists its loops unless they may be ended, too. */
export async function endServer(
  context: CommandContext,
  ports: Ports,
  servers: ServerPorts,
  state: ServerState,
  verb: "stop" | "restart",
): Promise<void> {
  const loops = await loopsOf(ports, state.pid);
  if (loops.length > 0 && !context.options.flag("force"))
    throw await loopsInFlight(context, ports, loops, verb);
  servers.signal(state.pid, "SIGTERM");
  const spinner = startSpinner(context.host, context.errorPen, "Stopping the server");
  try {
    if (await isGone(ports, state, SERVER_STOP_WAIT_MS)) return;
    servers.signal(state.pid, "SIGKILL");
    await isGone(ports, state, SERVER_STOP_WAIT_MS);
    await mendLoops(context, ports, loops);
  } finally {
    spinner.stop();
    await releaseServer(ports, state.pid);
  }
}

async function loopsOf(ports: Ports, pid: number): Promise<BacklogPaths[]> {
  const loops = (await listActiveLoops(ports)).filter((entry) => entry.pid === pid);
  return loops
    .map(({ projectPath, backlogRoot }) => backlogPaths(projectPath, backlogRoot))
    .toSorted((a, b) => (a.projectPath < b.projectPath ? -1 : 1));
}

/** What a killed server could not end itself any more; one that can't be mended keeps no other from it. */
async function mendLoops(
  { warn }: CommandContext,
  ports: Ports,
  loops: readonly BacklogPaths[],
): Promise<void> {
  for (const paths of loops) {
    try {
      await recoverStaleLoop(fencePorts(ports, paths.projectPath), paths);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      warn({ sentence: error.message });
    }
  }
}

async function isGone(ports: Ports, state: ServerState, waitMs: number): Promise<boolean> {
  const deadline = ports.clock.monotonic() + waitMs;
  while ((await livesServer(ports, state)) !== "no") {
    if (ports.clock.monotonic() > deadline) return false;
    await ports.clock.sleep(POLL_MS);
  }
  return true;
}

async function loopsInFlight(
  context: CommandContext,
  ports: Ports,
  loops: readonly BacklogPaths[],
  verb: "stop" | "restart",
): Promise<ToolError> {
  const names = loops.map(({ projectPath }) => clean(folderName(projectPath)));
  const width = Math.max(...names.map((name) => name.length));
  const lines: string[] = [];
  for (const [i, paths] of loops.entries()) {
    lines.push(`${names[i]?.padEnd(width) ?? ""}  ${await standingWords(context, ports, paths)}`);
  }
  const [first] = loops;
  const path = first === undefined ? "" : typedPath(first.projectPath, context.host.homeDir);
  return new ToolError(
    "CONFLICT",
    `The server runs ${counted(loops.length, "loop")}; stopping it would end ${loops.length === 1 ? "it" : "them"}.`,
    {
      reason: lines.join("\n"),
      details: { projects: loops.map(({ projectPath }) => projectPath) },
      hints: [
        { command: `${TOOL_NAME} loop stop ${path}`, purpose: "stop one gracefully" },
        { command: `${TOOL_NAME} server ${verb} --force`, purpose: "end them; items go back to pending" },
      ],
    },
  );
}

/** `006 Accept entries in foreign currencies, for 3m 12s`, or until when it sleeps. */
async function standingWords({ host }: CommandContext, ports: Ports, paths: BacklogPaths): Promise<string> {
  const view = await readStatus(ports, paths).catch(() => null);
  if (view === null) return "running";
  const { report, items, iteration } = view;
  if (report.sleepUntil) return `sleeping until ${moment(Date.parse(report.sleepUntil), host)}`;
  if (report.loopState === "REVIEWING") return "reviewing";
  const item = items.find(({ id }) => id === report.currentItem);
  const since = iteration?.startedAt ?? report.startedAt;
  const span = since === null ? "" : `, for ${durationWords(host.now() - Date.parse(since))}`;
  return item === undefined ? `running${span}` : `${clean(item.id)} ${clean(item.title)}${span}`;
}
