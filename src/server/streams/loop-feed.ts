import { SSE_HEARTBEAT_MS } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports, Release } from "#engine/ports";
import { createEventPages, type EventPages } from "#server/streams/event-pages";
import type { LinePages } from "#server/streams/line-pages";
import { createLogPages } from "#server/streams/log-cursor";
import type { SharedTimer } from "#server/streams/shared-timer";
import { createStatusWatch, type StatusWatch } from "#server/streams/status-watch";

/** What all streams of one loop share: one look at its files, one encoding of what they say. */
export interface LoopFeed {
  readonly paths: BacklogPaths;
  readonly events: EventPages;
  readonly log: LinePages<Uint8Array>;
  readonly status: StatusWatch;
  /** Heartbeats since the feed began. */
  readonly beats: number;
  /** Counts what has happened; asked before looking, it tells `change` what was seen. */
  readonly moment: number;
  /** Resolves when something has happened since that moment; never, once the feed is closed. */
  change(since: number): Promise<void>;
  /** Called at each heartbeat, until released. */
  onBeat(listener: () => void): Release;
  close(): void;
}

/** Watches one loop's files: by hints of the system, and at each call of the timer whether or not there were any. */
export function openLoopFeed(ports: Ports, paths: BacklogPaths, poll: SharedTimer): LoopFeed {
  const status = createStatusWatch(ports, paths);
  const waiting = new Set<() => void>();
  const beating = new Set<() => void>();
  let moment = 0;
  let beats = 0;
  let traces = "";
  let closed = false;
  const wake = (): void => {
    moment += 1;
    const woken = [...waiting];
    waiting.clear();
    for (const listener of woken) listener();
  };
  const look = oneAtATime(async () => {
    if (closed) return;
    watch.renew(await folderInode(ports, paths));
    const before = status.latest;
    await status.look();
    const now = await tracesOf(ports, paths);
    if (now === traces && before === status.latest) return;
    traces = now;
    wake();
  });
  const watch = watchFolder(ports, paths, look);
  const releases = [
    poll(look),
    ports.clock.every(SSE_HEARTBEAT_MS, () => {
      beats += 1;
      for (const listener of beating) listener();
      wake();
    }),
  ];
  look();
  return {
    paths,
    events: createEventPages(ports, paths),
    log: createLogPages(ports, paths),
    status,
    get beats() {
      return beats;
    },
    get moment() {
      return moment;
    },
    change: (since) =>
      since === moment ? new Promise((resolve) => void waiting.add(resolve)) : Promise.resolve(),
    onBeat(listener) {
      beating.add(listener);
      return () => beating.delete(listener);
    },
    close() {
      closed = true;
      watch.release();
      for (const release of releases) release();
    },
  };
}

/** A hint that comes while a look is under way is one more look after it. */
function oneAtATime(act: () => Promise<void>): () => void {
  let state: "idle" | "busy" | "again" = "idle";
  const run = async (): Promise<void> => {
    do {
      state = "busy";
      // What can't be looked at now can be in a second.
      await act().catch(() => undefined);
    } while (isAgain());
    state = "idle";
  };
  const isAgain = (): boolean => state === "again";
  return () => {
    if (state === "idle") void run();
    else state = "again";
  };
}

/** The folder may come later than its watcher, or be another one after a reinstallation. */
function watchFolder(
  ports: Ports,
  { stateDir }: BacklogPaths,
  hear: () => void,
): { renew(inode: number | null): void; release: Release } {
  let watched: number | null = null;
  let release: Release = () => undefined;
  return {
    renew(inode) {
      if (inode === watched) return;
      release();
      watched = inode;
      release = inode === null ? () => undefined : ports.files.watch(stateDir, hear);
    },
    release: () => release(),
  };
}

/** Throws where the folder leads out of the project: what happens in another is nobody's to hear here. */
async function folderInode(ports: Ports, { stateDir }: BacklogPaths): Promise<number | null> {
  await ports.files.realPath(stateDir);
  return (await ports.files.stat(stateDir))?.inode ?? null;
}

async function tracesOf(ports: Ports, paths: BacklogPaths): Promise<string> {
  const stats = await Promise.all([ports.files.stat(paths.eventsLog), ports.files.stat(paths.log)]);
  return JSON.stringify(stats.map((stat) => stat && [stat.inode, stat.size]));
}
