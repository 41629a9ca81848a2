import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { watchReview } from "#cli/watch/watch-review";
import { reviewLoop } from "#engine/operations/loop/review-loop";

/** A standalone review in this process. */
export async function run(context: CommandContext): Promise<number> {
  const { options, host } = context;
  const model = options.text("model");
  const request = {
    model,
    sessionTimeoutMinutes: options.number("timeout"),
    toolVersion: host.version,
  };
  const project = await openProject(context);
  return watchReview(context, project, (ports, hooks) => reviewLoop(ports, project.paths, request, hooks));
}
