import type { RunChart } from "#core/status/run-chart-shape";
import { axisEnd } from "#core/status/time-axis";
import type { RunView } from "#web/pages/status/use-run";

const ASLEEP_ROOM = 1.05;

/** From where to where the chart goes; `nowMs` is null once the run has ended. */
export interface ChartSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number | null;
}

/** Percent of the axis. */
export function place(atMs: number, { fromMs, toMs }: ChartSpan): number {
  return Math.round(((atMs - fromMs) / Math.max(1, toMs - fromMs)) * 10_000) / 100;
}

/** When the run ended, as far as its events tell. */
export function endOfRun(run: RunChart): number {
  return run.endedMs ?? run.lastEventMs ?? run.startedMs ?? 0;
}

/** The whole run with a little room ahead while it goes on, or its last part. */
export function spanOf(
  { run }: RunView,
  nowMs: number | null,
  room: { readonly widthPx: number; readonly gapPx: number; readonly lastMs: number | null },
): ChartSpan {
  const startMs = run.startedMs ?? run.rows[0]?.attempts[0]?.fromMs ?? nowMs ?? 0;
  if (nowMs === null) return { fromMs: startMs, toMs: Math.max(endOfRun(run), startMs + 1_000), nowMs };
  const fromMs = room.lastMs === null ? startMs : Math.max(startMs, nowMs - room.lastMs);
  const sleep = run.sleeps.at(-1);
  if (sleep !== undefined && sleep.toMs === null && sleep.untilMs > nowMs)
    return { fromMs, toMs: fromMs + (sleep.untilMs - fromMs) * ASLEEP_ROOM, nowMs };
  return { fromMs, toMs: axisEnd(fromMs, nowMs, room.widthPx, room.gapPx), nowMs };
}
