import type { EventType } from "#contracts/event-types";
import { FAST_EXIT_MS } from "#contracts/limits";
import type { LoopEvent, LoopEventOf } from "#contracts/schema/loop-event";
import type { Attempt, AttemptOutcome, ChartRow, RunChart } from "#core/status/run-chart-shape";

/** What the next event needs of those before it, and no view does. */
export interface Memory {
  open: { readonly row: ChartRow; readonly attempt: Attempt } | null;
  /** Attempts that failed, by item. */
  readonly failed: Map<string, number>;
  sessionTokens: { readonly input: number; readonly output: number };
  /** Failed at once, and nothing has explained it yet. */
  failedAtOnce: { readonly id: string; readonly event: LoopEventOf<"llm_exited"> } | null;
}

/** The item's row that an event is about, if any. */
export type Taker<E> = (chart: RunChart, memory: Memory, event: E, id: string) => ChartRow | null | void;

/** What each event changes. */
export const TAKERS: { readonly [T in EventType]?: Taker<LoopEventOf<T>> } = {
  loop_started(chart, _, event) {
    chart.startedMs = Date.parse(event.timestamp);
    chart.maxIterations = event.maxIterations;
    chart.budgetSource = event.budgetSource ?? null;
  },
  iteration_start(chart, memory, event) {
    close(chart, memory, "given_back", event);
    chart.iteration = event.iteration;
    chart.maxIterations = event.maxIterations;
  },
  item_selected(chart, memory, event) {
    close(chart, memory, "given_back", event);
    return open(chart, memory, { id: event.itemId, title: event.title }, event);
  },
  llm_spawned(chart, memory, event) {
    const title = event.itemId === "" ? "Review" : "";
    const row = memory.open?.row ?? open(chart, memory, { id: event.itemId, title }, event);
    memory.sessionTokens = { input: 0, output: 0 };
    chart.session = {
      itemId: event.itemId,
      attempt: memory.open?.attempt.number ?? 1,
      startedMs: Date.parse(event.timestamp),
      timeoutMinutes: event.timeoutMinutes,
      provider: event.provider,
      model: event.model ?? null,
      tools: [],
      silence: null,
    };
    return row;
  },
  llm_exited(chart, memory, event, id) {
    chart.session = null;
    const atOnce = !event.timedOut && event.durationMs <= FAST_EXIT_MS && event.exitCode !== 0;
    memory.failedAtOnce = atOnce ? { id, event } : null;
  },
  item_completed(chart, memory, event) {
    const row = closeItem(chart, memory, "done", event);
    if (row !== null) row.title = event.title;
    return row;
  },
  item_blocked(chart, memory, event) {
    const deferred = event.deferred ?? (event.stdoutTail !== undefined || event.stderrTail !== undefined);
    const words = (event.stdoutTail ?? "").trim() || (event.stderrTail ?? "").trim();
    if (deferred && words !== "") chart.lastWords.set(event.itemId, words);
    return closeItem(chart, memory, deferred ? "deferred" : "blocked", event);
  },
  item_retried(chart, memory, event) {
    memory.failed.set(event.itemId, event.attempt);
    chart.attemptsAllowed = event.maxRetries + 1;
    return closeItem(chart, memory, "no_signal", event);
  },
  needs_human: (chart, memory, event) => closeItem(chart, memory, "needs_human", event),
  usage_limit_hit(chart, memory, event) {
    chart.limit = { window: event.limitType, percent: Math.round(event.utilization) };
    return close(chart, memory, "limit", event);
  },
  sleep_start(chart, memory, event) {
    close(chart, memory, "limit", event);
    chart.sleeps.push({
      fromMs: Date.parse(event.timestamp),
      untilMs: Date.parse(event.sleepUntil),
      toMs: null,
    });
  },
  sleep_end(chart, _, event) {
    const sleep = chart.sleeps.at(-1);
    if (sleep !== undefined) sleep.toMs = Date.parse(event.timestamp);
  },
  review_started(chart, memory, event) {
    close(chart, memory, "given_back", event);
    chart.reviewing = { items: event.completedItemIds.length };
  },
  review_completed: (chart, memory, event) => endReview(chart, memory, "done", event),
  review_failed: (chart, memory, event) => endReview(chart, memory, "no_signal", event),
  llm_tool_activity({ session }, _, event) {
    if (session === null) return;
    session.silence = null;
    const at = session.tools.findLastIndex(({ name }) => name === event.toolName);
    if (event.phase === "start")
      session.tools = [...session.tools, { name: event.toolName, sinceMs: Date.parse(event.timestamp) }];
    else if (at >= 0) session.tools = session.tools.toSpliced(at, 1);
  },
  llm_token_update(chart, memory, event) {
    const { input, output } = memory.sessionTokens;
    const more = {
      input: Math.max(0, event.inputTokens - input),
      output: Math.max(0, event.outputTokens - output),
    };
    memory.sessionTokens = { input: event.inputTokens, output: event.outputTokens };
    chart.inputTokens += more.input;
    chart.outputTokens += more.output;
    chart.tokens.add(Date.parse(event.timestamp), more);
    if (chart.session !== null) chart.session.silence = null;
    if (memory.open === null) return;
    memory.open.attempt.inputTokens += more.input;
    memory.open.attempt.outputTokens += more.output;
  },
  llm_stuck_warning({ session }, _, event) {
    if (session === null) return;
    const sinceMs = Date.parse(event.timestamp) - event.silentMs;
    session.silence = { sinceMs, tool: event.currentTool ?? null };
  },
  loop_completed: end,
  loop_error(chart, memory, event) {
    chart.error = event.error;
    end(chart, memory, event);
  },
  loop_cancelled: end,
  loop_paused: end,
};

function open(
  chart: RunChart,
  memory: Memory,
  { id, title }: { readonly id: string; readonly title: string },
  { timestamp }: LoopEvent,
): ChartRow {
  const row = chart.byId.get(id) ?? { id, title, attempts: [] };
  if (!chart.byId.has(id)) {
    chart.byId.set(id, row);
    chart.rows.push(row);
  }
  if (title !== "") row.title = title;
  const attempt: Attempt = {
    number: (memory.failed.get(id) ?? 0) + 1,
    fromMs: Date.parse(timestamp),
    toMs: null,
    outcome: "running",
    inputTokens: 0,
    outputTokens: 0,
  };
  row.attempts.push(attempt);
  memory.open = { row, attempt };
  return row;
}

/** Ends the attempt under way, whose ever it is. */
function close(
  chart: RunChart,
  memory: Memory,
  outcome: AttemptOutcome,
  { timestamp }: LoopEvent,
): ChartRow | null {
  const { open } = memory;
  memory.open = null;
  chart.session = null;
  if (open === null) return null;
  open.attempt.toMs = Date.parse(timestamp);
  open.attempt.outcome = outcome;
  return open.row;
}

/** The item's own attempt; an item that is settled without one, as by its commit, has no bar. */
function closeItem(
  chart: RunChart,
  memory: Memory,
  outcome: AttemptOutcome,
  event: LoopEvent & { readonly itemId: string },
): ChartRow | null {
  if (outcome !== "no_signal") memory.failed.delete(event.itemId);
  if (memory.open?.row.id === event.itemId) return close(chart, memory, outcome, event);
  return chart.byId.get(event.itemId) ?? null;
}

function endReview(chart: RunChart, memory: Memory, outcome: AttemptOutcome, event: LoopEvent): void {
  chart.reviewing = null;
  close(chart, memory, outcome, event);
}

function end(chart: RunChart, memory: Memory, event: LoopEvent): void {
  close(chart, memory, "given_back", event);
  chart.endedMs = Date.parse(event.timestamp);
}
