import type { EventType } from "#contracts/event-types";
import type { LoopEvent } from "#contracts/schema/loop-event";
import { emptyChart, workedMs, type ChartRow, type RunChart } from "#core/status/run-chart-shape";
import { TAKERS, type Memory, type Taker } from "#core/status/run-chart-takers";

const TOLD_KEPT = 500;

export interface RunChartReader {
  readonly chart: RunChart;
  /** `id`: what tells this event from every other of its run. */
  hear(id: string, event: LoopEvent): void;
}

/** Gathers a run's chart event by event; of unknown types it takes no notice. */
export function createRunChart(): RunChartReader {
  const chart = emptyChart();
  const memory: Memory = {
    open: null,
    failed: new Map(),
    sessionTokens: { input: 0, output: 0 },
    failedAtOnce: null,
  };
  return {
    chart,
    hear(id, event) {
      chart.lastEventMs = Date.parse(event.timestamp);
      tellFailure(chart, memory, event);
      const take = (Object.hasOwn(TAKERS, event.type) ? TAKERS[event.type] : undefined) as
        | Taker<LoopEvent>
        | undefined;
      const about = take?.(chart, memory, event, id) ?? null;
      if (TOLD.has(event.type)) tell(chart, id, event, about);
    },
  };
}

/** What a person follows; the rest comes by the hundred from inside a session. */
const TOLD: ReadonlySet<EventType> = new Set([
  "loop_started",
  "llm_spawned",
  "item_completed",
  "item_blocked",
  "item_retried",
  "needs_human",
  "loop_paused",
  "usage_limit_hit",
  "sleep_start",
  "sleep_end",
  "loop_completed",
  "loop_error",
  "loop_cancelled",
  "review_started",
  "review_completed",
  "review_failed",
  "llm_stuck_warning",
]);

/** What may follow a session that failed at once, and explains it. */
const EXPLAINS: ReadonlySet<EventType> = new Set([
  "signal_parsed",
  "item_completed",
  "item_blocked",
  "item_retried",
  "needs_human",
  "usage_limit_hit",
  "loop_cancelled",
  "review_completed",
  "review_failed",
]);

function tellFailure(chart: RunChart, memory: Memory, event: LoopEvent): void {
  const failed = memory.failedAtOnce;
  if (failed === null || (event.type === "signal_parsed" && event.signal === "none")) return;
  memory.failedAtOnce = null;
  if (!EXPLAINS.has(event.type))
    tell(chart, failed.id, failed.event, chart.byId.get(failed.event.itemId) ?? null);
}

function tell(chart: RunChart, id: string, event: LoopEvent, row: ChartRow | null): void {
  const atMs = Date.parse(event.timestamp);
  const tokens = row?.attempts.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0) ?? 0;
  const told = {
    id,
    atMs,
    event,
    itemId: row?.id ?? "",
    attempt: row?.attempts.at(-1)?.number ?? 0,
    workedMs: row === null ? 0 : workedMs(row, atMs),
    tokens,
  };
  chart.told.push(told);
  if (chart.told.length > TOLD_KEPT) chart.told.splice(0, chart.told.length - TOLD_KEPT);
}
