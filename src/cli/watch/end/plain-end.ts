import { durationWords } from "#core/text/duration-words";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import type { LocalClock } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import type { EndedRun } from "#cli/watch/end/ended-run";
import { endReasons, plainEndFacts } from "#cli/watch/end/end-words";
import { plainLine } from "#cli/watch/plain-lines";
import type { Hint } from "#contracts/error";

/** The last of the plain lines: how the run ended, with all its counts; of one that stopped early also what gets it on. */
export function plainEnd(pen: Pen, clock: LocalClock, run: EndedRun, hints: readonly Hint[]): string[] {
  const facts = [...plainEndFacts(run), durationWords(run.durationMs)].join(", ");
  const reason = reasonOf(run, clock);
  const text = reason === "" ? facts : `${facts}: ${reason}`;
  const atMs = run.facts.lastEventMs ?? clock.now();
  return [
    ...plainLine(pen, clock, { atMs, word: wordOf(run), id: null, text }),
    ...(run.status === "complete" ? [] : hintLines(pen, hints)),
  ];
}

const wordOf = ({ status }: EndedRun): string => {
  switch (status) {
    case "complete":
      return "complete";
    case "paused":
      return "paused";
    case "paused_human":
      return "needs-human";
    case "limit_reached":
    case "weekly_limit":
    case "paused_usage_limit":
      return "limit";
    default:
      return "error";
  }
};

/** What no line before has told. */
const reasonOf = (run: EndedRun, clock: LocalClock): string => {
  switch (run.status) {
    case "complete":
    case "paused_human":
      return "";
    case "error":
      return clean(run.failure?.words || run.failure?.reason || "");
    default:
      return endReasons(run, clock).join(" ");
  }
};
