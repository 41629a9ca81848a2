import { shellWord } from "#core/text/shell-word";
import { refuseSilent } from "#cli/commands/server/refuse-silent";
import { askServer } from "#cli/commands/loop/ask-server";
import { serverProjectId } from "#cli/commands/loop/server-project";
import { openProject, type OpenProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { message } from "#cli/render/message";
import { startSpinner } from "#cli/render/spinner";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { KILL_GRACE_MS } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import { findServer } from "#engine/operations/service/find-server";
import { readStatus } from "#engine/operations/loop/read-status";
import { inspectLock } from "#engine/files/inspect-lock";
import { shownPath } from "#engine/files/shown-path";

const POLL_MS = 50;
/** An agent's grace, and what the run still writes after it. */
const PATIENCE_MS = 2 * KILL_GRACE_MS;

/** Stops the project's loop through the server, whichever process runs it, and waits for its end. */
export async function run(context: CommandContext): Promise<number> {
  const project = await openProject(context);
  const { ports, paths } = project;
  const cancelHint: Hint = { command: `touch ${shellWord(shownPath(paths, paths.cancel))}` };
  const servers = await context.host.servers();
  const found = refuseSilent(await findServer(ports, servers));
  if (found.kind !== "running") throw noServer(cancelHint);
  const id = await serverProjectId(project, found.health.rootDirectory, [cancelHint]);
  const { report } = await readStatus(ports, paths);
  const backlog = context.options.text("backlog");
  const stopped = await askServer(servers, found.state.port, {
    path: `/api/projects/${encodeURIComponent(id)}/loop/stop`,
    body: backlog === null ? {} : { backlogRoot: backlog },
    hints: [{ command: `${TOOL_NAME} status` }],
  });
  const ended = await untilEnded(context, project);
  if (context.json) context.data(stopped);
  await sayStopped(context, project, report.currentItem, ended);
  return EXIT.ok;
}

async function untilEnded(context: CommandContext, { ports, paths }: OpenProject): Promise<boolean> {
  const spinner = startSpinner(context.host, context.errorPen, "Waiting for the session to end");
  const deadline = ports.clock.monotonic() + PATIENCE_MS;
  try {
    while ((await inspectLock(ports, paths.lock)).alive) {
      if (ports.clock.monotonic() > deadline) return false;
      await ports.clock.sleep(POLL_MS);
    }
    return true;
  } finally {
    spinner.stop();
  }
}

async function sayStopped(
  { pen, say }: CommandContext,
  { ports, paths, name }: OpenProject,
  currentItem: string | null,
  ended: boolean,
): Promise<void> {
  if (!ended) {
    const hints = [{ command: `${TOOL_NAME} status`, purpose: "see whether it has" }];
    return say(message(pen, { glyph: "paused", head: `Loop is stopping in ${name}`, hints }));
  }
  const { items } = await readStatus(ports, paths);
  const item = items.find(({ id }) => id === currentItem);
  const facts = item?.status === "pending" ? [`${clean(item.id)} is pending again`] : [];
  say(message(pen, { glyph: "done", head: `Loop stopped in ${name}`, facts }));
}

function noServer(hint: Hint): ToolError {
  return new ToolError("CONFLICT", "No server is running, so no detached loop either.", {
    reason: "A loop in a terminal is stopped there with q, or from here:",
    hints: [hint],
  });
}
