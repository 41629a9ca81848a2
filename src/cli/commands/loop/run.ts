import { againOptions, runRequest } from "#cli/commands/loop/run-request";
import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { watchReview } from "#cli/watch/watch-review";
import { watchRun } from "#cli/watch/watch-run";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import { startLoop, type RunHooks } from "#engine/loop/start-loop";
import type { Ports } from "#engine/ports";

/** A run in this process, whose exit code is the run's, or in the server. */
export async function run(context: CommandContext): Promise<number> {
  if (context.options.flag("detached")) {
    return (await import("#cli/commands/loop/run-detached")).runDetached(context);
  }
  const request = runRequest(context);
  const project = await openProject(context);
  const start = (ports: Ports, hooks: RunHooks): Promise<LoopOutcome> =>
    startLoop(ports, project.paths, request, hooks);
  if (request.reviewOnly) return watchReview(context, project, start);
  return watchRun(context, project, { start, again: againOptions(context) });
}
