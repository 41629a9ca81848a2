import type { DerivedStatus } from "#contracts/schema/status";
import type { LoopEvent } from "#contracts/schema/loop-event";
import { createRunChart } from "#core/status/run-chart";
import { emptyChart, type RunChart } from "#core/status/run-chart-shape";
import { addressOf } from "#web/api/client";
import { cacheKey, queryClient, refreshProject } from "#web/api/queries";
import { createStore, type Store } from "#web/app/store";

const LINES_KEPT = 5_000;
const EVENTS_KEPT = 500;
const FLUSH_MS = 60;
const REFRESH_AFTER_MS = 250;
const CLOSE_AFTER_MS = 1_000;

/** Chatty events say nothing about the items: no reason to read the backlog again. */
const CHATTY: ReadonlySet<string> = new Set(["llm_tool_activity", "llm_token_update"]);

export type Connection = "connecting" | "live" | "reconnecting";

/** A loop event with the place it has in its run: `<run>:<seq>`. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: LoopEvent;
}

/** What the stream has brought so far; a new one at most every 60 ms. `version` tells that it changed. */
export interface StreamSnapshot {
  readonly connection: Connection;
  /** When the stream broke off, ms; null while it is live. */
  readonly lostAt: number | null;
  readonly version: number;
  /** The last lines of the log, 5,000 at most. */
  readonly lines: readonly string[];
  /** Lines that came since the page was opened, those no longer kept included. */
  readonly lineCount: number;
  /** The current run's newest events of every kind, 500 at most. */
  readonly events: readonly StreamedEvent[];
  /** What all its events came to; changes in place, too. */
  readonly run: RunChart;
  /** What the server had to say at once has come. */
  readonly ready: boolean;
}

const NO_STREAM: StreamSnapshot = {
  connection: "connecting",
  lostAt: null,
  version: 0,
  lines: [],
  lineCount: 0,
  events: [],
  run: emptyChart(),
  ready: false,
};

interface Stream {
  readonly store: Store<StreamSnapshot>;
  readonly close: () => void;
  users: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

const streams = new Map<string, Stream>();

/** One connection for each project, whoever asks: a browser has six for a server. Returns its release. */
export function joinStream(id: string, listener?: () => void): () => void {
  const stream = streams.get(id) ?? openStream(id);
  streams.set(id, stream);
  clearTimeout(stream.closing);
  stream.users += 1;
  const deaf = listener === undefined ? () => undefined : stream.store.subscribe(listener);
  return () => {
    deaf();
    leave(id, stream);
  };
}

/** Of a stream that was joined. */
export function snapshotOf(id: string | null): StreamSnapshot {
  return (id === null ? undefined : streams.get(id))?.store.get() ?? NO_STREAM;
}

function leave(id: string, stream: Stream): void {
  stream.users -= 1;
  if (stream.users > 0) return;
  // Leaving one page for another of the same project keeps the connection.
  stream.closing = setTimeout(() => {
    stream.close();
    streams.delete(id);
  }, CLOSE_AFTER_MS);
}

function openStream(id: string): Stream {
  const store = createStore<StreamSnapshot>(NO_STREAM);
  const source = new EventSource(addressOf("/api/projects/:id/log/stream", { id }));
  const lines: string[] = [];
  const events: StreamedEvent[] = [];
  let run = createRunChart();
  let lineCount = 0;
  let reopened = false;
  let ready = false;
  let flushing: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    flushing = undefined;
    const before = store.get();
    const version = before.version + 1;
    store.set({
      ...before,
      version,
      lines: [...lines],
      lineCount,
      events: [...events],
      run: run.chart,
      ready,
    });
  };
  const changed = () => (flushing ??= setTimeout(flush, FLUSH_MS));
  source.addEventListener("open", () => store.set({ ...store.get(), connection: "live", lostAt: null }));
  source.addEventListener("error", () => {
    reopened = true;
    store.set({ ...store.get(), connection: "reconnecting", lostAt: store.get().lostAt ?? Date.now() });
  });
  source.addEventListener("log", ({ data }: MessageEvent<string>) => {
    const told = JSON.parse(data) as readonly string[];
    const added = reopened ? told.slice(overlap(lines, told)) : told;
    reopened = false;
    lineCount += added.length;
    lines.push(...added);
    if (lines.length > LINES_KEPT) lines.splice(0, lines.length - LINES_KEPT);
    changed();
  });
  source.addEventListener("status", ({ data }: MessageEvent<string>) => {
    queryClient.setQueryData(statusKey(id), JSON.parse(data) as DerivedStatus);
    ready = true;
    changed();
    refreshSoon(id);
  });
  source.addEventListener("loop_event", ({ data, lastEventId }: MessageEvent<string>) => {
    const next = { id: lastEventId, event: JSON.parse(data) as LoopEvent };
    const another = runOf(events.at(-1)?.id ?? lastEventId) !== runOf(lastEventId);
    if (!keepEvent(events, next)) return;
    if (another) run = createRunChart();
    run.hear(next.id, next.event);
    changed();
    if (!CHATTY.has(events.at(-1)?.event.type ?? "")) refreshSoon(id);
  });
  return { store, users: 0, closing: undefined, close: () => (clearTimeout(flushing), source.close()) };
}

/** False for an event that is there already: a stream that was opened anew replays the run. */
function keepEvent(events: StreamedEvent[], next: StreamedEvent): boolean {
  const last = events.at(-1);
  if (last !== undefined && runOf(last.id) !== runOf(next.id)) events.length = 0;
  else if (last !== undefined && seqOf(next.id) <= seqOf(last.id)) return false;
  events.push(next);
  if (events.length > EVENTS_KEPT) events.splice(0, events.length - EVENTS_KEPT);
  return true;
}

/** How many of the first lines are the last ones that are there already: a stream opens with the end of the log. */
export function overlap(before: readonly string[], next: readonly string[]): number {
  for (let length = Math.min(before.length, next.length); length > 0; length -= 1) {
    const from = before.length - length;
    if (next.slice(0, length).every((line, at) => line === before[from + at])) return length;
  }
  return 0;
}

const runOf = (id: string): string => id.slice(0, Math.max(id.indexOf(":"), 0));
const seqOf = (id: string): number => Number(id.slice(id.indexOf(":") + 1));
const statusKey = (id: string) => cacheKey("GET /api/projects/:id/status", { params: { id } });

const refreshing = new Map<string, ReturnType<typeof setTimeout>>();

/** Once for a burst of events; the replay of a whole run is one burst. */
function refreshSoon(id: string): void {
  if (refreshing.has(id)) return;
  const timer = setTimeout(() => {
    refreshing.delete(id);
    void refreshProject(queryClient, id);
  }, REFRESH_AFTER_MS);
  refreshing.set(id, timer);
}
