import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { moment } from "#cli/render/moment";
import { counted } from "#cli/render/number";
import { startSpinner } from "#cli/render/spinner";
import { ToolError } from "#contracts/error";
import { SERVER_STOP_WAIT_MS } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { LockRecord } from "#contracts/schema/lock";
import type { ServerState } from "#contracts/schema/server-state";
import { folderName, tildePath } from "#core/projects/absolute-path";
import { durationWords } from "#core/text/duration-words";
import { shellWord } from "#core/text/shell-word";
import { sweepDeadRun } from "#engine/loop/recover-run";
import { readStatus } from "#engine/operations/read-status";
import type { Ports } from "#engine/ports";
import type { ServerPorts } from "#engine/server-ports";
import { listActiveLoops } from "#engine/stores/active-loops";
import { readLock } from "#engine/stores/inspect-lock";
import { livesServer, releaseServer } from "#engine/stores/server-state";

const POLL_MS = 25;

interface ServerLoop {
  readonly paths: BacklogPaths;
  readonly record: LockRecord;
}

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
    // What it could not end itself any more.
    for (const { paths, record } of loops) await sweepDeadRun(ports, paths, record);
  } finally {
    spinner.stop();
    await releaseServer(ports, state.pid);
  }
}

async function loopsOf(ports: Ports, pid: number): Promise<ServerLoop[]> {
  const loops: ServerLoop[] = [];
  for (const entry of await listActiveLoops(ports)) {
    if (entry.pid !== pid) continue;
    const paths = backlogPaths(entry.projectPath, entry.backlogRoot);
    const { record } = await readLock(ports, paths.lock);
    if (record !== null && record !== "unreadable") loops.push({ paths, record });
  }
  return loops.toSorted((a, b) => (a.paths.projectPath < b.paths.projectPath ? -1 : 1));
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
  loops: readonly ServerLoop[],
  verb: "stop" | "restart",
): Promise<ToolError> {
  const names = loops.map(({ paths }) => clean(folderName(paths.projectPath)));
  const width = Math.max(...names.map((name) => name.length));
  const lines: string[] = [];
  for (const [i, { paths }] of loops.entries()) {
    lines.push(`${names[i]?.padEnd(width) ?? ""}  ${await standingWords(context, ports, paths)}`);
  }
  const [first] = loops;
  const path = first === undefined ? "" : shellPath(first.paths.projectPath, context.host.homeDir);
  return new ToolError(
    "CONFLICT",
    `The server runs ${counted(loops.length, "loop")}; stopping it would end ${loops.length === 1 ? "it" : "them"}.`,
    {
      reason: lines.join("\n"),
      details: { projects: loops.map(({ paths }) => paths.projectPath) },
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

/** The tilde, where the shell would still take it for the home. */
function shellPath(path: string, home: string): string {
  const short = tildePath(path, home);
  return shellWord(short) === short ? short : shellWord(path);
}
