import { dataText } from "#cli/render/data-text";
import { createNarrator } from "#core/events/narrate";
import { createRunStory, type RunStory } from "#core/events/run-story";
import { durationWords } from "#core/text/duration-words";
import type { OpenProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { startSpinner } from "#cli/render/spinner";
import { nearMoment } from "#cli/watch/near-moment";
import { reviewEnd } from "#cli/watch/end/review-end";
import { reviewWords } from "#cli/watch/review-words";
import { stopOnSignals } from "#cli/watch/stop-on-signals";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import type { Narration } from "#core/events/narration";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import type { RunHooks } from "#engine/loop/start-loop";
import type { Ports } from "#engine/ports";
import { readBacklogOrNull } from "#engine/stores/backlog-store";

const TICK_MS = 1000;

/** A run that only reviews: a spinner meanwhile, then what came of it. Gives its exit code. */
export async function watchReview(
  context: CommandContext,
  project: OpenProject,
  start: (ports: Ports, hooks: RunHooks) => Promise<LoopOutcome>,
): Promise<number> {
  const { host, errorPen } = context;
  const stop = stopOnSignals(host);
  const story = createRunStory();
  const narrator = createNarrator();
  const ndjson = context.options.flag("ndjson");
  const silent = context.json || context.quiet || ndjson;
  const spinner = silent ? null : startSpinner(host, errorPen, LOOP_STATE_LABELS.REVIEWING.label);
  const release = host.every(TICK_MS, () => spinner?.say(doing(context, story)));
  let told: Narration | null = null;
  let ready = false;
  const endGit = (): void => project.ports.git.stop();
  stop.cancel.token.onCancel(() => (ready ? undefined : endGit()));
  stop.hurry.onCancel(endGit);
  try {
    const outcome = await start(project.ports, {
      cancel: stop.cancel,
      hurry: stop.hurry,
      onReady: () => void (ready = true),
      onEvent(event) {
        story.hear(event);
        told = narrator.tell(event).findLast(({ word }) => word === "review") ?? told;
        if (ndjson) host.stdout.write(`${dataText(event)}\n`);
      },
      onWarning: (sentence) => context.warn({ sentence }),
    });
    spinner?.stop();
    if (ndjson) host.stdout.write(`${dataText(outcome.result)}\n`);
    else if (context.json) context.data(outcome.result);
    else {
      const backlog = await readBacklogOrNull(project.ports, project.paths).catch(() => null);
      context.say(reviewEnd(context, outcome, told, backlog?.items ?? []));
    }
    return outcome.exitCode;
  } finally {
    spinner?.stop();
    release();
    stop.release();
  }
}

function doing({ host, errorPen }: CommandContext, { facts }: RunStory): string {
  if (facts.sleep !== null) {
    const { label } = LOOP_STATE_LABELS.SLEEPING_LIMIT;
    return `${label}  ${facts.sleep.reason}; wakes at ${nearMoment(facts.sleep.untilMs, host)}`;
  }
  if (facts.reviewing === null) return LOOP_STATE_LABELS.REVIEWING.label;
  const since = durationWords(host.now() - facts.reviewing.sinceMs);
  return `${reviewWords(errorPen, facts.reviewing)}  ${since}`;
}
