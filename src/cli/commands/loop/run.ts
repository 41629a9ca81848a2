import { againOptions, runRequest } from "#cli/commands/loop/run-request";
import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { watchRun } from "#cli/watch/watch-run";
import { startLoop } from "#engine/loop/start-loop";

/** A run in this process; its exit code is the run's. */
export async function run(context: CommandContext): Promise<number> {
  const request = runRequest(context);
  const project = await openProject(context);
  return watchRun(context, project, {
    start: (ports, hooks) => startLoop(ports, project.paths, request, hooks),
    again: againOptions(context),
  });
}
