import { answerOffers } from "#cli/commands/open-project";
import { shellWord } from "#core/text/shell-word";
import type { LocalClock } from "#cli/render/moment";
import type { EndedRun } from "#cli/watch/end/ended-run";
import { askedItem, commitsOf, genuineBlocks, isAsking, isDeferred } from "#cli/watch/end/end-words";
import { nearMoment } from "#cli/watch/near-moment";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { PROTECTED_BRANCHES } from "#engine/loop/tree/guard-tree";

const SHORT_HASH = 7;

/** What to type after a run. `again`: the options that the next run needs to be like this one. */
export function endOffers(run: EndedRun, again: readonly string[], clock: LocalClock): readonly Hint[] {
  const goOn = (purpose: string): Hint[] => [{ command: nextCommand(run, again), purpose }];
  switch (run.status) {
    case "complete":
      return [...completeOffers(run, again), ...lookOffer(run)];
    case "paused_human": {
      const asked = askedItem(run);
      return asked === null ? goOn("go on") : answerOffer(run, asked.id, "answer, and go on", again);
    }
    case "limit_reached":
      return goOn("go on with a fresh budget");
    case "paused_usage_limit":
      return goOn(run.limitEndsMs === null ? "later" : `after ${bareMoment(run.limitEndsMs, clock)}`);
    case "weekly_limit":
      return [
        ...otherAgentOffer(run),
        ...goOn(run.otherAgent === null ? "once it has ended" : "or wait until then"),
      ];
    case "error":
      return errorOffers(run, goOn);
    case "paused":
      return goOn("go on");
    default:
      return [];
  }
}

/** Nothing but `--force` starts a run on a protected branch. */
const isForced = ({ facts }: EndedRun): boolean => PROTECTED_BRANCHES.has(facts.branch ?? "");

const nextCommand = (run: EndedRun, again: readonly string[]): string =>
  (isForced(run) ? [`${TOOL_NAME} loop run`, ...again, "--force"] : [`${TOOL_NAME} resume`, ...again]).join(
    " ",
  );

/** The reason above has named the zone. */
const bareMoment = (atMs: number, clock: LocalClock): string => nearMoment(atMs, clock).replace(/ \(.*$/, "");

const completeOffers = (run: EndedRun, again: readonly string[]): readonly Hint[] => {
  const { summary, items } = run;
  const asking = items.find(isAsking);
  const deferred = items.filter(isDeferred).map(({ id }) => id);
  if (asking !== undefined) {
    const requeue = deferred.length === 0 ? "and go on" : `requeue ${deferred.join(", ")}, go on`;
    return answerOffer(run, asking.id, `answer, ${requeue}`, again);
  }
  if (genuineBlocks(summary) > 0) {
    const blocked = items.find((item) => item.status === "blocked" && !isDeferred(item));
    const id = shellWord(blocked?.id ?? "");
    return [{ command: `${TOOL_NAME} backlog unblock ${id}`, purpose: "once it can be done" }];
  }
  if (deferred.length > 0) {
    const retry = isForced(run) ? " --retry-blocked" : "";
    const purpose = `requeue ${deferred.length === 1 ? "it" : "them"} and try again`;
    return [{ command: `${nextCommand(run, again)}${retry}`, purpose }];
  }
  if (summary.total === 0) {
    return [
      {
        command: `${TOOL_NAME} backlog add --type feature --title "<what to build>"`,
        purpose: "add an item",
      },
    ];
  }
  if (summary.done === summary.total) return [];
  return [{ command: `${TOOL_NAME} backlog list`, purpose: "see what they wait for" }];
};

const answerOffer = (
  run: EndedRun,
  id: string,
  purpose: string,
  again: readonly string[],
): readonly Hint[] => {
  const [answer = [], byHand = []] = answerOffers(id);
  if (isForced(run)) return [...byHand, { command: nextCommand(run, again), purpose: "and go on" }];
  return answer.map(({ command }) => ({ command: [command, ...again].join(" "), purpose }));
};

const errorOffers = ({ failure }: EndedRun, goOn: (purpose: string) => Hint[]): readonly Hint[] => {
  switch (failure?.kind) {
    case "gone":
      return goOn("mend it and go on");
    case "halt":
      return [...failure.commands.map((command) => ({ command })), ...goOn("when it is mended")];
    case "breaker":
    case undefined:
      return [
        { command: `${TOOL_NAME} doctor`, purpose: "check what the loop needs" },
        ...goOn("when it is mended"),
      ];
  }
};

const otherAgentOffer = (run: EndedRun): readonly Hint[] => {
  if (run.otherAgent === null) return [];
  const force = run.unfinished?.inTree === true || isForced(run) ? " --force" : "";
  const command = `${TOOL_NAME} loop run --agent ${run.otherAgent} --no-model${force}`;
  return [{ command, purpose: "go on with another agent" }];
};

/** The commits of the run, nothing when there are none. */
const lookOffer = (run: EndedRun): readonly Hint[] => {
  const { branch, baseline } = run.facts;
  if (commitsOf(run) === 0) return [];
  const range = `${baseline === null ? "" : `${baseline.slice(0, SHORT_HASH)}..`}${branch ?? "HEAD"}`;
  return [{ command: `git log --oneline ${shellWord(range)}`, purpose: "look at the work" }];
};
