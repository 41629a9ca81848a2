import type { WaitingFor } from "#core/backlog/waiting-for";
import { durationWords } from "#core/text/duration-words";
import { blockedWords, STATE_GLYPHS } from "#cli/commands/watch/state-words";
import { clean } from "#cli/render/clean";
import type { GlyphName } from "#cli/render/glyphs";
import type { LocalClock } from "#cli/render/moment";
import { counted, wholeNumber } from "#core/text/counted";
import type { EndedRun, RunFailure } from "#cli/watch/end/ended-run";
import { nearMoment } from "#cli/watch/near-moment";
import { LOOP_STATE_LABELS, STATE_OF_STATUS } from "#contracts/loop-states";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { BacklogSummary } from "#contracts/schema/status";

/** How an end is called and what stands beside its name. */
export interface EndHead {
  readonly glyph: GlyphName;
  readonly label: string;
  readonly facts: readonly string[];
}

export function endHead(run: EndedRun): EndHead {
  const state = STATE_OF_STATUS[run.status];
  const { label } = LOOP_STATE_LABELS[state];
  if (run.status !== "complete") return { glyph: STATE_GLYPHS[state], label, facts: stoppedFacts(run) };
  const blocks = genuineBlocks(run.summary);
  const left = waitingWords(run.summary);
  const deferred = run.summary.deferred ?? 0;
  return {
    glyph: blocks > 0 ? "blocked" : deferred > 0 ? "deferred" : left.length > 0 ? "pending" : "done",
    label,
    facts: [
      doneWords(run),
      ...(blocks === 0 ? [] : [`${blocks} ${blocks === 1 ? "needs" : "need"} you`]),
      ...(deferred === 0 ? [] : [`${deferred} deferred`]),
      ...left,
    ],
  };
}

/** The same for a plain line: every kind of block by its own name. */
export function plainEndFacts(run: EndedRun): readonly string[] {
  if (run.status !== "complete") return stoppedFacts(run);
  return [doneWords(run), ...blockedWords(run.summary), ...waitingWords(run.summary)];
}

const doneWords = ({ summary, status }: EndedRun): string =>
  status === "complete" && summary.done === summary.total
    ? `all ${wholeNumber(summary.total)} done`
    : `${wholeNumber(summary.done)} of ${wholeNumber(summary.total)} done`;

const waitingWords = ({ pending, inProgress }: BacklogSummary): string[] =>
  pending + inProgress === 0 ? [] : [`${wholeNumber(pending + inProgress)} waiting`];

const stoppedFacts = (run: EndedRun): string[] => {
  const { facts, failure } = run;
  switch (run.status) {
    case "paused_human":
      return [doneWords(run), `paused at ${askedItem(run)?.id ?? "a question"}`];
    case "limit_reached":
      return [doneWords(run), `${facts.maxIterations} of ${facts.maxIterations} iterations used`];
    case "error":
      return [doneWords(run), failure === null ? "stopped" : failureWords(failure)];
    case "paused":
      return [doneWords(run), "stopped by you"];
    default:
      return [doneWords(run)];
  }
};

const failureWords = ({ kind, reason }: RunFailure): string => {
  switch (kind) {
    case "breaker":
      return `stopped after ${reason}`;
    case "halt":
      return "stopped";
    case "gone":
      return "interrupted";
  }
};

/** Why it ended, in whole sentences; a line that starts with spaces is somebody's own words. */
export function endReasons(run: EndedRun, clock: LocalClock): readonly string[] {
  switch (run.status) {
    case "paused_human":
      return [clean(askedItem(run)?.blockedReason ?? "")].filter(Boolean);
    case "limit_reached": {
      const next = run.nextItem === null ? "" : ` ${run.nextItem} is next.`;
      return [`This is your budget, not a limit of the agent.${next}`];
    }
    case "paused_usage_limit":
      return [limitSentence(run, "5-hour", clock)];
    case "weekly_limit":
      return [limitSentence(run, "7-day", clock)];
    case "error":
      return run.failure === null ? [] : failureReasons(run, run.failure);
    case "paused":
      return pendingAgain(run);
    case "complete":
      return genuineBlocks(run.summary) > 0 ? [] : deferredItems(run).map(deferredSentence);
    default:
      return [];
  }
}

const pendingAgain = ({ unfinished }: EndedRun): string[] => {
  if (unfinished === null) return [];
  const work = unfinished.inTree ? "; its unfinished work is in the tree, and goes on with it" : "";
  return [`${unfinished.id} is pending again${work}.`];
};

const limitSentence = (run: EndedRun, window: string, clock: LocalClock): string => {
  const { limitEndsMs, facts, unfinished } = run;
  const end =
    limitEndsMs === null
      ? "is used up"
      : `ends ${nearMoment(limitEndsMs, clock)}, in ${durationWords(limitEndsMs - clock.now())}`;
  const pending = unfinished === null ? "" : ` ${unfinished.id} is pending.`;
  return `The ${window} limit of ${clean(facts.provider ?? "the agent")} ${end}.${pending}`;
};

const failureReasons = (run: EndedRun, failure: RunFailure): string[] => {
  switch (failure.kind) {
    case "breaker":
      return [...breakerReasons(run, failure), ...nothingChanged(run)];
    case "halt":
      return [clean(failure.reason), ...pendingAgain(run)];
    case "gone": {
      const item =
        run.unfinished === null ? "" : ` The next start puts ${run.unfinished.id} back to pending.`;
      return [`${failure.reason}${item}`];
    }
  }
};

const breakerReasons = ({ facts }: EndedRun, failure: RunFailure): string[] => {
  const count = Number.parseInt(failure.reason, 10);
  const last = facts.failures.slice(-count);
  const longest = Math.max(0, ...last.map(({ durationMs }) => durationMs));
  const codes = new Set(last.map(({ exitCode }) => exitCode));
  const [code] = codes;
  const exit = codes.size === 1 && typeof code === "number" ? ` (exit ${code})` : "";
  const sessions = `${count === 1 ? "The session" : "Each session"} of ${clean(facts.provider ?? "the agent")}`;
  const sentence = `${sessions} ended within ${durationWords(longest + 999)}${exit}.`;
  const words = clean(failure.words);
  return words === "" ? [sentence] : [`${sentence} Its last words:`, `  ${words}`];
};

/** What is safe to know after failures alone. */
const nothingChanged = ({ facts, status }: EndedRun): string[] => {
  const touched = [...facts.items.values()].some(({ done, attempt }) => done !== null || attempt > 1);
  return touched || status !== "error" ? [] : ["No item was changed."];
};

/** The reason of a deferred item as a sentence of its own. */
const deferredSentence = (item: BacklogItem): string => {
  const reason = clean(item.blockedReason ?? "");
  const [, attempts, stash] =
    /^no signal in (\d+) attempts?(?:; its work is in a stash, (.+))?$/.exec(reason) ?? [];
  if (attempts === undefined) return `${item.id} was given up: ${reason.replace(/\.?$/, ".")}`;
  const times = attempts === "1" ? "once" : `${attempts} times`;
  return `${item.id} ended without a signal ${times}.${stash === undefined ? "" : ` Its work is in a stash, ${stash}.`}`;
};

/** The item that a paused run asks about. */
export function askedItem({ facts, items }: EndedRun): BacklogItem | null {
  const id = facts.ended?.type === "loop_paused" ? facts.ended.itemId : null;
  return items.find((item) => item.id === id) ?? items.find(isAsking) ?? null;
}

export const isAsking = (item: BacklogItem): boolean => item.status === "blocked" && item.needsHuman === true;

export const isDeferred = (item: BacklogItem): boolean =>
  item.status === "blocked" && item.needsHuman !== true && item.deferred === true;

/** Blocked by the agent's own word, or with a question. */
export const genuineBlocks = ({ blocked, deferred = 0 }: BacklogSummary): number => blocked - deferred;

const deferredItems = ({ items }: EndedRun): readonly BacklogItem[] => items.filter(isDeferred);

/** How many of its commits are on the branch. */
export function commitsOf({ facts }: Pick<EndedRun, "facts">): number {
  return [...facts.items.values()].filter(({ done }) => done !== null).length;
}

/** `1 item is blocked`, `2 items are blocked, 1 waits for them`. */
export function stuckWords({ summary }: EndedRun): string {
  const waiting = summary.pending + summary.inProgress;
  if (summary.blocked === 0) return `${counted(waiting, "item")} ${waiting === 1 ? "waits" : "wait"}.`;
  const blocked = `${counted(summary.blocked, "item")} ${summary.blocked === 1 ? "is" : "are"} blocked`;
  const others = waiting === 0 ? "" : `, ${waiting} ${waiting === 1 ? "waits" : "wait"} for others`;
  return `${blocked}${others}.`;
}

/** `after 005`: what an item waits for, be it blocked or only open. */
export function waitingFact(waits: WaitingFor | null): string {
  if (waits === null) return "pending";
  return `after ${(waits.kind === "after" ? waits.ids : [waits.id]).map(clean).join(", ")}`;
}
