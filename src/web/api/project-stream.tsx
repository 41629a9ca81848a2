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
/** No pause within the opening is as long. */
const PAUSE_MS = 120;
const REFRESH_AFTER_MS = 250;
const CLOSE_AFTER_MS = 1_000;
/** The opening of a stream is drawn when it pauses, at the latest after this. */
const OPENING_MS = 3_000;
const RECENT_MS = 5_000;
/** Whoever leafs through many tabs has a few connections at a time. */
const REST_AFTER_MS = 2_000;
/** After a refusal; a connection that breaks is made anew by the browser. */
const AGAIN_AFTER_MS = 3_000;

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
  /** How often lines were missed while there was no connection: what is older than `lines` is to be read anew. */
  readonly gaps: number;
  /** The current run's newest events of every kind, 500 at most. */
  readonly events: readonly StreamedEvent[];
  /** What all its events came to; changes in place, too. */
  readonly run: RunChart;
  /** The opening has come: the status, and the run up to now. */
  readonly ready: boolean;
}

const NO_STREAM: StreamSnapshot = {
  connection: "connecting",
  lostAt: null,
  version: 0,
  lines: [],
  lineCount: 0,
  gaps: 0,
  events: [],
  run: emptyChart(),
  ready: false,
};

interface Stream {
  readonly store: Store<StreamSnapshot>;
  readonly connect: () => void;
  /** Gives the connection back; what has come stays. */
  readonly rest: () => void;
  users: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

const streams = new Map<string, Stream>();
let resting: ReturnType<typeof setTimeout> | undefined;

/** A browser has six connections for a server, all its tabs together: those nobody sees go without, and read again now and then. */
function settle(): void {
  clearTimeout(resting);
  if (document.hidden) resting = setTimeout(() => streams.forEach(({ rest }) => rest()), REST_AFTER_MS);
  else streams.forEach(({ connect }) => connect());
}

document.addEventListener("visibilitychange", settle);

/** One connection for each project, whoever asks. Returns its release. */
export function joinStream(id: string, listener?: () => void): () => void {
  const stream = streams.get(id) ?? createStream(id);
  streams.set(id, stream);
  if (!document.hidden) stream.connect();
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
    stream.rest();
    streams.delete(id);
  }, CLOSE_AFTER_MS);
}

function createStream(id: string): Stream {
  const store = createStore<StreamSnapshot>(NO_STREAM);
  const told = createTold(id, store);
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    clearTimeout(again);
    source?.close();
    source = null;
    told.miss();
  };
  const connect = () => {
    if (source !== null) return;
    const fresh = new EventSource(addressOf("/api/projects/:id/log/stream", { id }));
    source = fresh;
    fresh.addEventListener("open", () => store.set({ ...store.get(), connection: "live", lostAt: null }));
    fresh.addEventListener("error", () => {
      told.miss();
      store.set({ ...store.get(), connection: "reconnecting", lostAt: store.get().lostAt ?? Date.now() });
      if (fresh.readyState === EventSource.CLOSED)
        again = setTimeout(() => (rest(), connect()), AGAIN_AFTER_MS);
    });
    fresh.addEventListener("log", ({ data }: MessageEvent<string>) => told.log(JSON.parse(data)));
    fresh.addEventListener("status", ({ data }: MessageEvent<string>) => told.status(JSON.parse(data)));
    fresh.addEventListener("loop_event", ({ data, lastEventId }: MessageEvent<string>) =>
      told.event(lastEventId, data),
    );
  };
  return { store, connect, rest, users: 0, closing: undefined };
}

/** Gathers what a stream tells, over all its connections. */
function createTold(id: string, store: Store<StreamSnapshot>) {
  const log = createLogTail();
  const story = createStory();
  let [ready, hasStatus] = [false, false];
  let openingMs: number | null = null;
  let flushing: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    flushing = undefined;
    ready ||= hasStatus;
    const { version, ...before } = store.get();
    store.set({ ...before, ...log.now(), ...story.now(), ready, version: version + 1 });
  };
  const changed = () => {
    openingMs ??= Date.now();
    const opening = !ready && Date.now() - openingMs < OPENING_MS;
    if (opening) clearTimeout(flushing);
    if (opening || flushing === undefined) flushing = setTimeout(flush, opening ? PAUSE_MS : FLUSH_MS);
  };
  return {
    miss: log.miss,
    log(told: readonly string[]) {
      log.hear(told);
      changed();
    },
    status(status: DerivedStatus) {
      queryClient.setQueryData(statusKey(id), status);
      hasStatus = true;
      if (ready) refreshSoon(id);
      changed();
    },
    event(eventId: string, data: string) {
      const event = story.hear(eventId, data);
      if (event === null) return;
      // What the opening tells was there before the page read the project, but for its last moment.
      const known = !ready && Date.now() - Date.parse(event.timestamp) > RECENT_MS;
      changed();
      if (!known && !CHATTY.has(event.type)) refreshSoon(id);
    },
  };
}

function createLogTail() {
  const lines: string[] = [];
  let [lineCount, gaps] = [0, 0];
  let missed = false;
  return {
    now: () => ({ lines: [...lines], lineCount, gaps }),
    miss: () => void (missed = true),
    hear(told: readonly string[]) {
      const known = missed ? overlap(lines, told) : 0;
      if (missed && known === 0 && lines.length > 0 && told.length > 0) {
        gaps += 1;
        lines.length = 0;
      }
      missed = false;
      lineCount += told.length - known;
      lines.push(...told.slice(known));
      if (lines.length > LINES_KEPT) lines.splice(0, lines.length - LINES_KEPT);
    },
  };
}

function createStory() {
  const events: StreamedEvent[] = [];
  let run = createRunChart();
  return {
    now: () => ({ events: [...events], run: run.chart }),
    /** Null for one that is there already: a stream that was opened anew replays the run. */
    hear(id: string, data: string): LoopEvent | null {
      const last = events.at(-1)?.id;
      const another = last !== undefined && runOf(last) !== runOf(id);
      if (last !== undefined && !another && seqOf(id) <= seqOf(last)) return null;
      if (another) {
        events.length = 0;
        run = createRunChart();
      }
      const event = JSON.parse(data) as LoopEvent;
      events.push({ id, event });
      if (events.length > EVENTS_KEPT) events.splice(0, events.length - EVENTS_KEPT);
      run.hear(id, event);
      return event;
    },
  };
}

/** How many of the first lines are the last ones that are there already: a stream opens with the end of the log. */
function overlap(before: readonly string[], next: readonly string[]): number {
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
