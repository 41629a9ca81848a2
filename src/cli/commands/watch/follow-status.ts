import { dataText } from "#cli/render/data-text";
import { statusScreen } from "#cli/commands/watch/status-screen";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { createFooter } from "#cli/render/footer";
import { errorLines, fitFacts } from "#cli/render/message";
import { timeWithSeconds } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import { leaveOnSignals } from "#cli/watch/leave-on-signals";
import { resizedPen } from "#cli/watch/live/resized-pen";
import { takeTerminal } from "#cli/watch/live/take-terminal";
import { watchingKeys } from "#cli/watch/live/watching-keys";
import { tildePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { POLL_INTERVAL_SECONDS } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { readStatus, type StatusView } from "#engine/operations/loop/read-status";

/** Where the view stands now: the status, or why there is none at this moment. */
type Look = StatusView | ToolError;

/** Looks again and again until it is left: redrawn on a terminal, in a pipe a screen whenever it says something else, with --json an object a line. */
export async function followStatus(
  context: CommandContext,
  ports: Ports,
  paths: BacklogPaths,
): Promise<number> {
  const { host } = context;
  const seconds = context.options.number("interval") ?? POLL_INTERVAL_SECONDS;
  const { leave, release } = leaveOnSignals(host);
  const view = context.pen.screen.redraw && !context.json && !context.quiet;
  const show = view
    ? redrawn(context, paths, seconds, () => leave.cancel("signal"))
    : { look: printed(context, paths), close: () => undefined };
  try {
    while (leave.token.cause === null && !host.stdout.isClosed) {
      show.look(await look(ports, paths));
      await host.stdout.drained();
      await ports.clock.sleep(seconds * 1000, leave.token);
    }
    return EXIT.ok;
  } finally {
    show.close();
    release();
  }
}

/** A file that somebody is mending by hand ends nothing. */
const look = async (ports: Ports, paths: BacklogPaths): Promise<Look> => {
  try {
    return await readStatus(ports, paths);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
};

const redrawn = (
  context: CommandContext,
  paths: BacklogPaths,
  seconds: number,
  onLeave: () => void,
): { readonly look: (now: Look) => void; readonly close: () => void } => {
  const { host } = context;
  const footer = createFooter(
    host.stdout,
    () => host.columns() ?? context.pen.screen.columns,
    () => host.rows(),
  );
  const every = `every ${seconds}s`;
  let last: Look | null = null;
  const draw = (): void => {
    if (last === null || terminal.away) return;
    const pen = resizedPen(context.pen, host);
    const facts = [every, timeWithSeconds(host.now(), host), "Ctrl-C leaves; the loop goes on"];
    const legend = fitFacts(facts, pen.screen.columns, pen.glyphs.dot);
    footer.draw([...screenLines(context, pen, last, paths), "", pen.paint.dim(legend)]);
  };
  const terminal = takeTerminal(host, footer, {
    onKey: watchingKeys(onLeave, () => terminal.suspend()),
    onResize: draw,
    onBack: draw,
  });
  return {
    look(now) {
      last = now;
      draw();
    },
    close() {
      const lines = last === null ? [] : screenLines(context, resizedPen(context.pen, host), last, paths);
      terminal.release();
      context.say(lines);
    },
  };
};

/** What differs only in how much time has passed is not said again. */
const printed = (context: CommandContext, paths: BacklogPaths): ((now: Look) => void) => {
  let said = "";
  return (now) => {
    if (context.json) {
      if (now instanceof ToolError) throw now;
      context.host.stdout.write(`${dataText(now.report)}\n`);
      return;
    }
    const lines = screenLines(context, context.pen, now, paths);
    const gist = now instanceof ToolError ? now.message : gistOf(now);
    if (gist === said) return;
    context.say(said === "" ? lines : ["", ...lines]);
    said = gist;
  };
};

const gistOf = ({ report }: StatusView): string =>
  JSON.stringify({ ...report, elapsed: null, health: report.health?.stuckWarning ?? null });

const screenLines = (context: CommandContext, pen: Pen, now: Look, paths: BacklogPaths): string[] => {
  if (now instanceof ToolError) {
    const { code, message, reason } = now;
    return errorLines(pen, code, { sentence: message, ...(reason !== undefined && { reason }) });
  }
  const path = clean(tildePath(paths.projectPath, context.host.homeDir));
  return statusScreen(pen, now, path, context.host);
};
