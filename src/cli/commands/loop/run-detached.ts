import { refuseSilent } from "#cli/commands/server/refuse-silent";
import { askServer } from "#cli/commands/loop/ask-server";
import { runRequest } from "#cli/commands/loop/run-request";
import { serverProjectId } from "#cli/commands/loop/server-project";
import { startBody } from "#cli/commands/loop/start-body";
import { openProject, type OpenProject } from "#cli/commands/open-project";
import { serverUrl } from "#cli/commands/server/server-words";
import { settlePort, settleRoot } from "#cli/commands/server/settle-place";
import { startDaemon } from "#cli/commands/server/start-daemon";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { wholeNumber } from "#core/text/counted";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { parentOf } from "#core/projects/absolute-path";
import { typedPath } from "#core/projects/typed-path";
import { loopExit, reviewExit } from "#core/status/exit-code";
import { shellWord } from "#core/text/shell-word";
import { findServer } from "#engine/operations/service/find-server";
import { guardRun, type GuardedRun } from "#engine/operations/loop/guard-run";
import { readStatus } from "#engine/operations/loop/read-status";

/** A run in the server, which is started for it when there is none; refused as a run in this process would be. */
export async function runDetached(context: CommandContext): Promise<number> {
  const { options, host } = context;
  if (options.flag("ndjson")) throw noNdjson();
  const request = runRequest(context);
  const project = await openProject(context);
  const { ports, paths } = project;
  const servers = await host.servers();
  const found = refuseSilent(await findServer(ports, servers));
  const root = await settleRoot(context, ports);
  const serverRoot = found.kind === "running" ? found.health.rootDirectory : root.path;
  const id = await serverProjectId(project, serverRoot, rootHints(project, host.homeDir, found.kind));
  const run = await guardRun(ports, paths, request, (sentence) => context.warn({ sentence }));
  const server =
    found.kind === "running"
      ? found
      : await startDaemon(context, ports, servers, { port: await settlePort(context, ports), root });
  if (server.kind === "started") sayServerStarted(context, server.state);
  const started = await askServer(servers, server.state.port, {
    path: `/api/projects/${encodeURIComponent(id)}/loop/start`,
    body: startBody(request, run.maxIterations, options.text("backlog")),
    hints: [],
  });
  const follow = options.flag("follow");
  if (context.json && !follow) context.data(started);
  sayStarted(context, project, run, follow);
  return follow ? followIt(context, project, request.reviewOnly) : EXIT.ok;
}

/** Its end is the run's; who left it early has detached, and that is no failure. */
async function followIt(
  context: CommandContext,
  { ports, paths }: OpenProject,
  reviewOnly: boolean,
): Promise<number> {
  const { run } = await import("#cli/commands/watch/follow");
  const code = await run(context);
  const { report, state } = await readStatus(ports, paths);
  if (code !== EXIT.ok || report.lock?.alive === true || state === null) return code;
  const end = { status: state.status, summary: report.backlogSummary };
  return reviewOnly ? reviewExit({ ...end, failed: false }) : loopExit(end);
}

function sayServerStarted(context: CommandContext, { pid, port }: { pid: number; port: number }): void {
  const head = `Server started on ${serverUrl(port)}`;
  context.say([headLine(context.pen, { glyph: "done", head, facts: [`process ${pid}`] })]);
}

function sayStarted(context: CommandContext, project: OpenProject, run: GuardedRun, follow: boolean): void {
  const { pen, host, options } = context;
  const { pending, inProgress } = run.summary;
  const branch = run.branch === null ? [] : [`branch ${clean(run.branch)}`];
  const facts = ["in the server", ...branch, `${wholeNumber(pending + inProgress)} to do`];
  const head = headLine(pen, { glyph: "done", head: `Loop started in ${project.name}`, facts });
  if (follow) return context.say([head]);
  const path = typedPath(project.paths.projectPath, host.homeDir);
  const backlog = options.text("backlog");
  const where = backlog === null ? path : `${path} --backlog ${shellWord(backlog)}`;
  const hints: readonly Hint[] = [
    { command: `${TOOL_NAME} follow ${where}`, purpose: "watch it" },
    { command: `${TOOL_NAME} loop stop ${where}`, purpose: "stop it gracefully" },
  ];
  context.say([head, ...hintLines(pen, hints)]);
}

/** A running server keeps the root it was started with; a new one may be given another. */
function rootHints(project: OpenProject, home: string, server: string): readonly Hint[] {
  const parent = typedPath(parentOf(project.paths.projectPath), home);
  return server === "running"
    ? [{ command: `${TOOL_NAME} server restart --root ${parent}`, purpose: "then again" }]
    : [{ command: `${TOOL_NAME} server start --daemon --root ${parent}`, purpose: "then again" }];
}

function noNdjson(): ToolError {
  return new ToolError("USAGE", "--ndjson and --detached exclude each other.", {
    details: { option: "--ndjson" },
    reason: "The events of a detached run come from follow. Nothing was started.",
    hints: [{ command: `${TOOL_NAME} follow --json` }],
  });
}
