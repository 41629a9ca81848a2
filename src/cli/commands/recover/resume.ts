import { dataText } from "#cli/render/data-text";
import { againOptions, runRequest } from "#cli/commands/loop/run-request";
import { openProject } from "#cli/commands/open-project";
import { nothingLines, resumedLines } from "#cli/commands/recover/resume-screens";
import type { CommandContext } from "#cli/context";
import { splitPair } from "#cli/line/join-pairs";
import { headLine } from "#cli/render/message";
import { startSpinner, type Spinner } from "#cli/render/spinner";
import { watchRun, type NotRun } from "#cli/watch/watch-run";
import { counted } from "#core/text/counted";
import { summarize } from "#core/backlog/summarize";
import { loopExit } from "#core/status/exit-code";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import type { LoopContext, RunRequest } from "#engine/loop/loop-context";
import { runUnderLock, type RunHooks } from "#engine/loop/start-loop";
import { resumeLoop, type Resumed } from "#engine/operations/loop/resume-loop";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";

/** Mends and answers, then the run with its live view; where nothing can go on it says why. */
export async function run(context: CommandContext): Promise<number> {
  const request = runRequest(context);
  const project = await openProject(context);
  return watchRun(context, project, {
    start: (ports, hooks) => resumeAndRun(context, ports, project.paths, request, hooks),
    again: againOptions(context),
  });
}

async function resumeAndRun(
  context: CommandContext,
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  hooks: RunHooks,
): Promise<LoopOutcome | NotRun> {
  const resumed = await mend(context, ports, paths, request, hooks);
  const { ready, verified } = resumed;
  if (verified !== null) {
    const facts = [`verified and committed, ${verified.commit.slice(0, 7)}`];
    context.say([headLine(context.pen, { glyph: "done", head: verified.id, facts })]);
  }
  if (ready === null) {
    const result = {
      completedCount: verified === null ? 0 : 1,
      blockedCount: 0,
      cancelled: false,
      status: "complete",
    };
    if (context.options.flag("ndjson")) context.host.stdout.write(`${dataText(result)}\n`);
    else if (context.json) context.data(result);
    else context.say(nothingLines(context, resumed));
    return {
      notRun: true,
      exitCode: loopExit({ status: "complete", summary: summarize(resumed.backlog.items) }),
    };
  }
  context.say(resumedLines(context, resumed));
  // A guard may still refuse the run: then nothing goes on.
  const goingOn = (ctx: LoopContext): void => {
    context.say([`Going on with ${counted(resumed.toDo, "item")}.`, ""]);
    hooks.onReady?.(ctx);
  };
  return runUnderLock(ports, paths, ready.request, { ...hooks, onReady: goingOn }, ready.checked, ready.lock);
}

async function mend(
  context: CommandContext,
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  hooks: RunHooks,
): Promise<Resumed> {
  const spinners: Spinner[] = [];
  try {
    return await resumeLoop(ports, paths, {
      request,
      answers: context.options.list("answer").map((pair) => {
        const [id, text] = splitPair(pair);
        return { id, text };
      }),
      retryBlocked: request.retryBlocked,
      recover: context.options.flag("recover"),
      cancel: hooks.cancel.token,
      onVerify: (item, command) => {
        spinners.push(startSpinner(context.host, context.errorPen, `Verifying ${item.id}: ${command}`));
      },
    });
  } finally {
    for (const spinner of spinners) spinner.stop();
  }
}
