import { useEffect } from "react";
import { clockTime, lengthWords, useNow } from "#web/app/time-words";
import { watchedLength } from "#web/pages/status/figures";
import type { RunView } from "#web/pages/status/use-run";
import { StateGlyph } from "#web/ui/glyph";
import { announce } from "#web/ui/live";

const QUARTER_MS = 15 * 60_000;

/** Asleep on a usage limit: until when, why, and what comes then. */
export function SleepBox({ view }: { readonly view: RunView }) {
  const now = useNow();
  const { run, status } = view;
  const sleep = run.sleeps.at(-1);
  const untilMs =
    status.sleepUntil === null || status.sleepUntil === undefined
      ? (sleep?.untilMs ?? now)
      : Date.parse(status.sleepUntil);
  const fromMs = sleep?.fromMs ?? now;
  const left = Math.max(0, untilMs - now);
  const done = untilMs > fromMs ? Math.min(1, (now - fromMs) / (untilMs - fromMs)) : 0;
  const at = clockTime(untilMs);
  useQuarters(left, at);
  return (
    <section className="sleep" aria-label="Sleeping">
      <div className="sleep-t">
        <h2>
          <StateGlyph state="SLEEPING_LIMIT" silent />
          Sleeping until {at}
        </h2>
        <p className="dim">
          {windowWords(view)} and resets at {at}. Nothing for you to do.
        </p>
      </div>
      <div role="timer" aria-label="Time until it goes on">
        <div className="count-d">{watchedLength(left)}</div>
        <span className="small faint">until it goes on</span>
      </div>
      <div className="line-s">
        <span
          className="prog"
          role="progressbar"
          aria-label="Sleep"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(done * 100)}
        >
          <i className="human" style={{ width: `${(done * 100).toFixed(1)}%` }} />
        </span>
        <span className="small">
          <span>fell asleep {clockTime(fromMs)}</span>
          <span>window resets {at}</span>
        </span>
      </div>
      <p className="line-s small dim sleep-p">{afterwards(view, at)}</p>
    </section>
  );
}

function useQuarters(left: number, at: string): void {
  const quarter = Math.ceil(left / QUARTER_MS);
  useEffect(() => {
    announce(`Sleeping until ${at}, ${lengthWords(quarter * QUARTER_MS)} at most`);
  }, [quarter, at]);
}

function windowWords({ run: { limit } }: RunView): string {
  if (limit === null) return "The usage window is full";
  const name = limit.window === "5h" ? "5-hour" : "7-day";
  return limit.percent >= 100
    ? `The ${name} usage window is full`
    : `The ${name} usage window is ${limit.percent}% full`;
}

function afterwards({ run }: RunView, at: string): string {
  const row = run.rows.findLast(({ attempts }) => attempts.at(-1)?.outcome === "limit");
  const again = `At ${at} the window is read again`;
  if (row === undefined || row.id === "") return `A usage limit costs no attempt. ${again}.`;
  const attempts = run.attemptsAllowed === null ? "its attempts" : `its ${run.attemptsAllowed} attempts`;
  return `${row.id} went back to pending and keeps ${attempts}: a usage limit costs none. ${again}; if it is open, ${row.id} is first.`;
}
