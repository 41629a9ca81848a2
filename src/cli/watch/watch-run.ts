import { dataText } from "#cli/render/data-text";
import { summarize } from "#core/backlog/summarize";
import { createRunStory, type RunFacts } from "#core/events/run-story";
import type { OpenProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { failureOf, type RunEnd } from "#cli/watch/end/ended-run";
import { heardPorts } from "#cli/watch/heard-ports";
import { createLiveView } from "#cli/watch/live/live-view";
import { createPlainView } from "#cli/watch/plain-view";
import type { RunOutline } from "#cli/watch/run-header";
import type { RunView } from "#cli/watch/run-view";
import { sayRunEnd } from "#cli/watch/end/say-run-end";
import { stopOnSignals } from "#cli/watch/stop-on-signals";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import type { LoopContext } from "#engine/loop/loop-context";
import type { RunHooks } from "#engine/loop/start-loop";
import type { Ports } from "#engine/ports";

export interface WatchedRun {
  /** Starts it; refusals are ToolErrors. */
  readonly start: (ports: Ports, hooks: RunHooks) => Promise<LoopOutcome | NotRun>;
  /** Options that the next run needs to be like this one. */
  readonly again: readonly string[];
}

/** There was nothing to run, and that has been said. */
export interface NotRun {
  readonly notRun: true;
  readonly exitCode: number;
}

/** Shows a run as the line asks for it, lets it be stopped, and says at its end what came of it; gives its exit code. */
export async function watchRun(
  context: CommandContext,
  project: OpenProject,
  run: WatchedRun,
): Promise<number> {
  const { host } = context;
  const stop = stopOnSignals(host);
  const story = createRunStory();
  const shown: { view: RunView | null; ready: boolean } = { view: null, ready: false };
  const endGit = (): void => project.ports.git.stop();
  stop.cancel.token.onCancel(() => {
    shown.view?.stopping(false);
    // Nothing has begun that would have to be put in order.
    if (!shown.ready) endGit();
  });
  stop.hurry.onCancel(() => {
    shown.view?.stopping(true);
    endGit();
  });
  const ndjson = context.options.flag("ndjson");
  const ports = heardPorts(project.ports, {
    onOutput: () => shown.view?.heardOutput(),
    onStart: (pid) => shown.view?.sessionStarted(pid),
  });
  try {
    const outcome = await run.start(ports, {
      cancel: stop.cancel,
      hurry: stop.hurry,
      onEvent(event) {
        story.hear(event);
        if (ndjson) host.stdout.write(`${dataText(event)}\n`);
        shown.view?.hear(event);
      },
      onReady(ctx) {
        shown.ready = true;
        shown.view = createView(context, project, ctx, story.facts, stop.ask);
      },
      onWarning: (sentence) => context.warn({ sentence }),
    });
    if ("notRun" in outcome) return outcome.exitCode;
    shown.view?.close();
    if (ndjson) host.stdout.write(`${dataText(outcome.result)}\n`);
    else if (context.json) context.data(outcome.result);
    else if (!context.quiet) await sayRunEnd(context, project, endOf(outcome), story.facts, run.again);
    return outcome.exitCode;
  } finally {
    shown.view?.close();
    stop.release();
  }
}

function createView(
  context: CommandContext,
  project: OpenProject,
  ctx: LoopContext,
  facts: Readonly<RunFacts>,
  onInterrupt: () => void,
): RunView | null {
  const { host, pen } = context;
  if (context.json || context.quiet) return null;
  const { items, project: name } = ctx.run.backlog;
  const outline: RunOutline = {
    name: clean(name) || project.name,
    items,
    timeoutMinutes: ctx.plan.timeoutMs / 60_000,
    maxRetries: ctx.plan.maxRetries,
  };
  const { breakerThreshold } = ctx.plan;
  if (!pen.screen.redraw) return createPlainView(context, { outline, facts, breakerThreshold });
  const summary = (): ReturnType<typeof summarize> => summarize(ctx.run.backlog.items);
  return createLiveView({ host, pen, outline, facts, summary, breakerThreshold, onInterrupt });
}

const endOf = ({ status, durationMs, error }: LoopOutcome): RunEnd => ({
  status,
  durationMs,
  failure: error === null ? null : failureOf(error.reason, error.words, error.hints),
});
