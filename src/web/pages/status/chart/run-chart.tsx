import { clsx } from "clsx";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { RunChart } from "#core/status/run-chart-shape";
import { axisTicks, type AxisTick } from "#core/status/time-axis";
import { clockTime, useNow } from "#web/app/time-words";
import { place, spanOf, type ChartSpan } from "#web/pages/status/chart/chart-span";
import { ChartRows } from "#web/pages/status/chart/chart-rows";
import { ChartTokens } from "#web/pages/status/chart/chart-tokens";
import type { RunView } from "#web/pages/status/use-run";

const TICK_GAP_PX = 58;
const COMPACT_GAP_PX = 48;
const REDRAW_MS = 5_000;

interface RunChartProps {
  readonly view: RunView;
  /** Of the past; null: the whole run. */
  readonly lastMs?: number | null;
  /** Of the brief: 16 px rows, ids alone. */
  readonly compact?: boolean;
}

/** A run over time: a row an item, a bar an attempt, tokens below on the same axis. */
export function RunChartPane({ view, lastMs = null, compact = false }: RunChartProps) {
  const { run } = view;
  const clock = useNow(REDRAW_MS);
  const nowMs = view.live ? Math.max(clock, run.lastEventMs ?? 0) : null;
  const plot = useRef<HTMLSpanElement>(null);
  const widthPx = useWidth(plot);
  const gapPx = compact ? COMPACT_GAP_PX : TICK_GAP_PX;
  const span = spanOf(view, nowMs, { widthPx, gapPx, lastMs });
  const ticks = axisTicks({ ...span, widthPx, gapPx, zoneMs: zoneAt(span.fromMs) });
  const items = run.rows.length === 1 ? "1 item, one row" : `${run.rows.length} items, one row each`;
  return (
    <div className={clsx("chart", compact && "is-compact")} role="group" aria-label={`Run so far: ${items}`}>
      <Grid run={run} span={span} ticks={ticks} />
      <ChartRows view={view} span={span} compact={compact} />
      <div className="c-axis" aria-hidden>
        <span className="c-t" ref={plot}>
          {ticks.map(
            ({ atMs, labelled }) =>
              labelled && (
                <Time key={atMs} at={place(atMs, span)}>
                  {clockTime(atMs)}
                </Time>
              ),
          )}
          {nowMs !== null && (
            <Time at={place(nowMs, span)} now>
              {clockTime(nowMs)}
            </Time>
          )}
        </span>
      </div>
      <ChartTokens view={view} span={span} compact={compact} />
    </div>
  );
}

const zoneAt = (ms: number): number => -new Date(ms).getTimezoneOffset() * 60_000;

function Grid({
  run,
  span,
  ticks,
}: {
  readonly run: RunChart;
  readonly span: ChartSpan;
  readonly ticks: readonly AxisTick[];
}) {
  return (
    <div className="c-grid" aria-hidden>
      {ticks.map(({ atMs }) => (
        <i key={atMs} style={{ left: `${place(atMs, span)}%` }} />
      ))}
      {run.sleeps
        .filter(({ untilMs, toMs }) => (toMs ?? untilMs) > span.fromMs)
        .map(({ fromMs, untilMs, toMs }) => {
          const left = Math.max(0, place(fromMs, span));
          const right = Math.min(100, place(toMs ?? (span.nowMs === null ? span.toMs : untilMs), span));
          return (
            <i key={fromMs} className="c-sleep" style={{ left: `${left}%`, width: `${right - left}%` }} />
          );
        })}
      {span.nowMs !== null && <i className="c-now" style={{ left: `${place(span.nowMs, span)}%` }} />}
    </div>
  );
}

function Time({
  at,
  now = false,
  children,
}: {
  readonly at: number;
  readonly now?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <time className={clsx(now && "now")} style={{ left: `${at}%` }}>
      {children}
    </time>
  );
}

function useWidth(plot: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(536);
  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [plot]);
  return width;
}
