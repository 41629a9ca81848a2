import { openWork } from "#core/backlog/open-work";
import type { RunView } from "#web/pages/status/use-run";
import { clockTime, lengthWords } from "#web/app/time-words";
import { endOfRun } from "#web/pages/status/chart/chart-span";
import { tokenWords } from "#web/pages/status/figures";
import { counted } from "#web/ui/words";

const EVENING = 17;

/** The sentence of the page: what came out, and whether it needs anybody. */
export function briefTitle(view: RunView): string {
  const { run, state, items } = view;
  const done = doneRows(view).length;
  const { blocked, needsHuman = 0, total } = view.status.backlogSummary;
  if (state === "ERROR") return errorTitle(view);
  const when = isOvernight(run.startedMs, endOfRun(run)) ? " overnight" : "";
  const first =
    run.startedMs === null
      ? "Nothing is running."
      : done === 0
        ? `No item done${when}.`
        : `${counted(done, "item")} done${when}.`;
  if (blocked === 0)
    return total > 0 && items.every((item) => item.status === "done") ? `${first} Nothing is left.` : first;
  const are = blocked === 1 ? "1 is stuck" : `${blocked} are stuck`;
  if (needsHuman === 0) return `${first} ${capital(are)}.`;
  if (needsHuman === blocked)
    return `${first} ${needsHuman === 1 ? "1 needs your answer" : `${needsHuman} need your answer`}.`;
  const asking = needsHuman === 1 ? "1 of them needs" : `${needsHuman} of them need`;
  return `${first} ${are}, and ${asking} your answer.`;
}

/** From when to when, what it took, and why it ended. */
export function briefFacts(view: RunView): string {
  const { run, status } = view;
  if (run.startedMs === null) return countsLeft(view);
  const sleptMs = run.sleeps.reduce((sum, { fromMs, toMs }) => sum + ((toMs ?? endOfRun(run)) - fromMs), 0);
  const slept = sleptMs < 60_000 ? "" : `, of which ${lengthWords(sleptMs)} asleep on the usage limit`;
  const tokens =
    run.inputTokens + run.outputTokens === 0
      ? ""
      : `, ${tokenWords(run.inputTokens)} tokens in, ${tokenWords(run.outputTokens)} out`;
  const iterations = `${status.iteration ?? run.iteration} of ${status.maxIterations ?? run.maxIterations} iterations`;
  const span = `${clockTime(run.startedMs)} to ${clockTime(endOfRun(run))}${slept}.`;
  return [span, `${iterations}${tokens}.`, endWords(view)].filter(Boolean).join(" ");
}

/** Why it ended, unless it came to its end. */
function endWords({ state, status, run, items }: RunView): string {
  const reset = status.sleepUntil ?? null;
  const { pending } = status.backlogSummary;
  const until = reset === null ? "" : ` until ${clockTime(reset)}`;
  switch (state) {
    case "PAUSED":
      return "It was stopped by hand.";
    case "LIMIT_REACHED":
      return "It ended because its iterations were used up: your budget, not a limit of the agent.";
    case "WEEKLY_LIMIT":
      return `It ended because the 7-day usage window is full${until}.`;
    case "PAUSED_USAGE_LIMIT":
      return "It ended because the 5-hour usage window is full.";
    case "PAUSED_HUMAN":
      return "It paused at a question.";
    case "ERROR":
      return run.error === null
        ? "Its process is gone; a start or resume mends what it left."
        : failedTimes(run.error) === null
          ? ""
          : `No attempt was counted, ${counted(pending, "item")} ${pending === 1 ? "is" : "are"} still pending.`;
    case "COMPLETE": {
      const { ready } = openWork(items);
      return ready === 0 ? "" : `${counted(ready, "item")} can start now.`;
    }
    case "IDLE":
      return run.startedMs === null ? "" : "It was reset since.";
    default:
      return "";
  }
}

/** Rows of the run whose item got done, the latest first. */
export function doneRows({ run }: RunView): RunView["run"]["rows"] {
  const finished = run.rows.filter((row) => row.id !== "" && row.attempts.at(-1)?.outcome === "done");
  return finished.toSorted((a, b) => (b.attempts.at(-1)?.toMs ?? 0) - (a.attempts.at(-1)?.toMs ?? 0));
}

function errorTitle({ run }: RunView): string {
  const times = failedTimes(run.error ?? "");
  if (times !== null) return `The agent failed at once, ${times} times in a row`;
  return run.error === null ? "The run was interrupted" : "The run ended with an error";
}

/** The count of failures that broke a run off; null: it ended otherwise. */
export function failedTimes(error: string): string | null {
  return /^(\d+) failures? in a row/.exec(error)?.[1] ?? null;
}

function countsLeft({ items }: RunView): string {
  const open = items.filter((item) => item.status !== "done").length;
  return open === 0 ? "Nothing is open." : `${counted(open, "item")} ${open === 1 ? "is" : "are"} open.`;
}

/** It began in an evening and ended on another day. */
function isOvernight(fromMs: number | null, toMs: number): boolean {
  if (fromMs === null) return false;
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  return from.getHours() >= EVENING && from.toDateString() !== to.toDateString();
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
