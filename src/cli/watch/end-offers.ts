import { answerOffers } from "#cli/commands/open-project";
import { shellWord } from "#cli/commands/usable-hints";
import type { LocalClock } from "#cli/render/moment";
import type { EndedRun } from "#cli/watch/ended-run";
import { askedItem, commitsOf, genuineBlocks, isAsking, isDeferred } from "#cli/watch/end-words";
import { nearMoment } from "#cli/watch/near-moment";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { PROTECTED_BRANCHES } from "#engine/loop/guard-tree";

/** Alternatives, best first: the first that there is a command for is shown. */
type Offer = readonly (readonly Hint[])[];

const SHORT_HASH = 7;

/** What to type after a run, part by part. `again`: the options that a next `loop run` needs to be like this one. */
export function endOffers(run: EndedRun, again: readonly string[], clock: LocalClock): readonly Offer[] {
  const rerun = rerunCommand(run, again);
  const goOn = (purpose: string): Offer => [[hint(`${TOOL_NAME} resume`, purpose)], [hint(rerun, purpose)]];
  switch (run.status) {
    case "complete":
      return [...completeOffers(run, rerun), lookOffer(run)];
    case "paused_human": {
      const asked = askedItem(run);
      return asked === null ? [goOn("go on")] : [answerOffer(asked.id, "answer, and go on", rerun)];
    }
    case "limit_reached":
      return [goOn("go on with a fresh budget")];
    case "paused_usage_limit":
      return [
        goOn(
          run.limitEndsMs === null ? "later" : `after ${nearMoment(run.limitEndsMs, clock).split(" (")[0]}`,
        ),
      ];
    case "weekly_limit":
      return [
        otherAgentOffer(run),
        goOn(run.otherAgent === null ? "once it has ended" : "or wait until then"),
      ];
    case "error":
      return errorOffers(run, goOn(run.failure?.kind === "gone" ? "mend it and go on" : "when it is mended"));
    case "paused":
      return [goOn("go on")];
    default:
      return [];
  }
}

/** A `loop run` that isn't refused: not on a protected branch, nor with the unfinished work in the tree. */
const rerunCommand = ({ facts, unfinished }: EndedRun, again: readonly string[]): string => {
  const guarded = unfinished?.inTree === true || PROTECTED_BRANCHES.has(facts.branch ?? "");
  return [`${TOOL_NAME} loop run`, ...again, ...(guarded ? ["--force"] : [])].join(" ");
};

const completeOffers = (run: EndedRun, rerun: string): readonly Offer[] => {
  const asking = run.items.find(isAsking);
  const deferred = run.items.filter(isDeferred).map(({ id }) => id);
  if (asking !== undefined) {
    const requeue = deferred.length === 0 ? "" : `requeue ${deferred.join(", ")}, `;
    const purpose = requeue === "" ? "answer, and go on" : `answer, ${requeue}go on`;
    return [answerOffer(asking.id, purpose, rerun)];
  }
  if (genuineBlocks(run.summary) > 0) {
    const blocked = run.items.find((item) => item.status === "blocked" && !isDeferred(item));
    return [[[hint(`${TOOL_NAME} backlog unblock ${blocked?.id ?? ""}`, "once it can be done")]]];
  }
  if (deferred.length > 0) {
    const purpose = `requeue ${deferred.length === 1 ? "it" : "them"} and try again`;
    return [[[hint(`${TOOL_NAME} resume`, purpose)], [hint(`${rerun} --retry-blocked`, purpose)]]];
  }
  const { done, total } = run.summary;
  if (total === 0) {
    return [[[hint(`${TOOL_NAME} backlog add --type feature --title "<what to build>"`, "add an item")]]];
  }
  if (done === total) return [];
  return [[[hint(`${TOOL_NAME} backlog list`, "see what they wait for")]]];
};

const answerOffer = (id: string, purpose: string, rerun: string): Offer => {
  const [answer = [], ...others] = answerOffers(id);
  const worded = answer.map((one) => ({ ...one, purpose }));
  return [worded, ...others.map((offer) => [...offer, hint(rerun, "and go on")])];
};

const errorOffers = ({ failure }: EndedRun, goOn: Offer): readonly Offer[] => {
  const doctor: Offer = [[hint(`${TOOL_NAME} doctor`, "check what the loop needs")]];
  if (failure?.kind === "gone") return [goOn];
  if (failure === null || failure.kind === "breaker") return [doctor, goOn];
  return [[failure.commands.map((command) => ({ command }))], goOn];
};

const otherAgentOffer = ({ otherAgent, unfinished }: EndedRun): Offer => {
  if (otherAgent === null) return [];
  const force = unfinished?.inTree === true ? " --force" : "";
  const command = `${TOOL_NAME} loop run --agent ${otherAgent} --no-model${force}`;
  return [[hint(command, "go on with another agent")]];
};

/** The commits of the run, nothing when there are none. */
const lookOffer = (run: EndedRun): Offer => {
  const { branch, baseline } = run.facts;
  if (commitsOf(run) === 0) return [];
  const range = `${baseline === null ? "" : `${baseline.slice(0, SHORT_HASH)}..`}${branch ?? "HEAD"}`;
  return [[hint(`git log --oneline ${shellWord(range)}`, "look at the work")]];
};

const hint = (command: string, purpose: string): Hint => ({ command, purpose });
