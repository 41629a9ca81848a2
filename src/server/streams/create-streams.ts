import { LOG_STREAM_POLL_MS } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import type { Ports } from "#engine/ports";
import { createEventCursor, parseEventId } from "#server/streams/event-cursor";
import { createLogCursor } from "#server/streams/log-cursor";
import { openLoopFeed, type LoopFeed } from "#server/streams/loop-feed";
import { openStream, type StreamSource } from "#server/streams/open-stream";
import { createSharedTimer } from "#server/streams/shared-timer";

/** The server-sent event streams of a server, fed by the loops' files: whoever runs a loop, it is live here. */
export interface Streams {
  /** Spec: loop/events. `lastEventId` as the request's header brings it. */
  loopEvents(paths: BacklogPaths, lastEventId: string | null): Response;
  /** Spec: log/stream. */
  logStream(paths: BacklogPaths, lastEventId: string | null): Response;
  /** Readers that are there now. */
  readonly open: number;
  /** Ends every stream; those asked for later end at once. */
  close(): void;
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** Nothing is held for a loop that nobody reads. */
export function createStreams(ports: Ports): Streams {
  const feeds = new Map<string, { readonly feed: LoopFeed; readers: number }>();
  const ends = new Set<() => void>();
  const poll = createSharedTimer(ports.clock, LOG_STREAM_POLL_MS);
  let closed = false;

  /** A stream is open for hours: its files may become links at any time. */
  const inside = ({ projectPath }: BacklogPaths): Ports => fencePorts(ports, projectPath);
  const enter = (paths: BacklogPaths): LoopFeed => {
    const shared = feeds.get(paths.stateDir) ?? {
      feed: openLoopFeed(inside(paths), paths, poll),
      readers: 0,
    };
    feeds.set(paths.stateDir, shared);
    shared.readers += 1;
    return shared.feed;
  };
  const leave = ({ stateDir }: BacklogPaths): void => {
    const shared = feeds.get(stateDir);
    if (shared === undefined) return;
    shared.readers -= 1;
    if (shared.readers > 0) return;
    feeds.delete(stateDir);
    shared.feed.close();
  };
  const respond = (paths: BacklogPaths, sources: (feed: LoopFeed) => readonly StreamSource[]): Response => {
    const stream = openStream({
      enter() {
        if (closed) return null;
        ends.add(stream.end);
        const feed = enter(paths);
        return { feed, sources: [heartbeats(ports, feed), ...sources(feed)] };
      },
      leave() {
        ends.delete(stream.end);
        leave(paths);
      },
    });
    return new Response(stream.body, { headers: HEADERS });
  };
  return {
    loopEvents: (paths, lastEventId) =>
      respond(paths, ({ events }) => [createEventCursor(events, parseEventId(lastEventId))]),
    logStream: (paths, lastEventId) =>
      respond(paths, (feed) => [
        createLogCursor(inside(paths), paths, feed.log),
        statuses(feed),
        createEventCursor(feed.events, parseEventId(lastEventId)),
      ]),
    get open() {
      return ends.size;
    },
    close() {
      closed = true;
      for (const end of ends) end();
    },
  };
}

/** Only the latest is told: a reader that was busy has missed nothing it needs. */
function heartbeats(ports: Ports, feed: LoopFeed): StreamSource {
  let heard = feed.beats;
  return {
    async next() {
      if (heard === feed.beats) return null;
      heard = feed.beats;
      return encodeText("heartbeat", new Date(ports.clock.now()).toISOString());
    },
  };
}

const encodeText = (event: string, text: string): Uint8Array =>
  Buffer.from(`event: ${event}\ndata: ${text}\n\n`);

function statuses({ status }: LoopFeed): StreamSource {
  let told: Uint8Array | null = null;
  return {
    async next() {
      if (status.latest === null) await status.look();
      if (status.latest === told) return null;
      told = status.latest;
      return told;
    },
  };
}
