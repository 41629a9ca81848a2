import { dataText } from "#cli/render/data-text";
import { createRunStory, type RunFacts } from "#core/events/run-story";
import { missingTarget } from "#cli/commands/watch/missing-target";
import { openFolder, type OpenProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { createFollowView, type FollowView } from "#cli/watch/follow-view";
import { endOfStanding } from "#cli/watch/end/end-of-standing";
import { leaveOnSignals } from "#cli/watch/leave-on-signals";
import { createPlainFollow } from "#cli/watch/plain-follow";
import type { RunStanding } from "#cli/watch/run-standing";
import { sayRunEnd } from "#cli/watch/end/say-run-end";
import { tailRun } from "#cli/watch/tail-run";
import { EXIT } from "#contracts/exit-codes";
import { POLL_INTERVAL_SECONDS } from "#contracts/limits";
import type { CancelSource } from "#engine/cancel";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import { readBacklogOrNull } from "#engine/stores/backlog-store";
import { readMarker } from "#engine/stores/marker-store";

/** Shows the current run from its first event on until it is over; leaving it leaves the loop alone. */
export async function run(context: CommandContext): Promise<number> {
  const project = await openTarget(context);
  const { leave, release } = leaveOnSignals(context.host);
  const view = await createView(context, project, leave);
  try {
    await follow(context, project, view, leave);
    return EXIT.ok;
  } finally {
    view?.close();
    release();
  }
}

const follow = async (
  context: CommandContext,
  project: OpenProject,
  view: FollowView | null,
  leave: CancelSource,
): Promise<void> => {
  const { stdout } = context.host;
  const seconds = context.options.number("interval") ?? POLL_INTERVAL_SECONDS;
  const options = { intervalMs: seconds * 1000, leave: leave.token };
  let story = createRunStory();
  for await (const step of tailRun(project.ports, project.paths, options)) {
    switch (step.kind) {
      case "run":
        story = createRunStory();
        view?.begin(story.facts);
        break;
      case "events":
        for (const event of step.events) {
          story.hear(event);
          view?.hear(event);
        }
        view?.show();
        if (context.json) stdout.write(step.events.map((event) => `${dataText(event)}\n`).join(""));
        // A long replay waits for its reader; one who has gone away wants no more.
        await stdout.drained();
        if (stdout.isClosed) return;
        break;
      case "waiting":
        view?.rest();
        break;
      case "none":
        view?.noRun();
        break;
      case "end":
        view?.close();
        if (view !== null) await sayEnd(context, project, story.facts, step.standing);
    }
  }
};

const sayEnd = async (
  context: CommandContext,
  project: OpenProject,
  facts: Readonly<RunFacts>,
  standing: RunStanding,
): Promise<void> => {
  const end = endOfStanding(standing, facts, context.host.now());
  if (end === null) context.say([`The run of ${project.name} was reset.`]);
  else await sayRunEnd(context, project, end, facts);
};

const createView = async (
  context: CommandContext,
  { ports, paths, name: folder }: OpenProject,
  leave: CancelSource,
): Promise<FollowView | null> => {
  if (context.json || context.quiet) return null;
  const backlog = await readBacklogOrNull(ports, paths).catch(() => null);
  const name = clean(backlog?.project ?? "") || folder;
  const verbose = context.options.flag("verbose");
  const { host, pen } = context;
  if (!pen.screen.redraw) return createPlainFollow(context, { name, verbose });
  const items = backlog?.items ?? [];
  return createFollowView({ host, pen, name, verbose, items, onLeave: () => leave.cancel("signal") });
};

/** A person sees that this folder is not set up; a script that forgot its path is told so. */
const openTarget = async (context: CommandContext): Promise<OpenProject> => {
  const project = await openFolder(context, true);
  const unattended = context.json || context.pen.screen.plain;
  if (unattended && context.args.length === 0 && (await readMarker(project.ports, project.paths)) === null) {
    throw missingTarget("follow");
  }
  await requireMarker(project.ports, project);
  return project;
};
