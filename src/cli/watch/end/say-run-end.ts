import type { RunFacts } from "#core/events/run-story";
import type { OpenProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { readEndedRun, type RunEnd } from "#cli/watch/end/ended-run";
import { endOffers } from "#cli/watch/end/end-offers";
import { nothingRan } from "#cli/watch/end/nothing-to-do";
import { plainEnd } from "#cli/watch/end/plain-end";
import { resizedPen } from "#cli/watch/live/resized-pen";
import { runSummary } from "#cli/watch/end/run-summary";

/** The last that is said of a run: its summary, or where nothing can be redrawn one more plain line. */
export async function sayRunEnd(
  context: CommandContext,
  { ports, paths }: OpenProject,
  end: RunEnd,
  facts: Readonly<RunFacts>,
  again: readonly string[] = [],
): Promise<void> {
  const { host, say } = context;
  const run = await readEndedRun(ports, paths, end, facts);
  const { redraw } = context.pen.screen;
  const pen = redraw ? resizedPen(context.pen, host) : context.pen;
  if (nothingRan(run)) return say(runSummary(context, pen, run, again));
  if (!redraw) {
    return say(plainEnd(pen, host, run, usableHints(endOffers(run, again, host), context.place)));
  }
  const gap = facts.iteration > 0 || facts.sessions > 0 ? [""] : [];
  say([...gap, ...runSummary(context, pen, run, again)]);
}
