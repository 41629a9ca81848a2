import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { PersistedEvent } from "#contracts/schema/persisted-event";
import type { CancelToken, Ports } from "#engine/ports";
import { readEvents } from "#engine/stores/event-log";
import { findRotated } from "#engine/files/rotated-file";
import { isLastWord } from "#cli/watch/last-words";
import { nextChange } from "#cli/watch/next-change";
import { readStanding, type RunStanding } from "#cli/watch/run-standing";

/** `run`: a log begins from its first line · `waiting`: all there is has been given · `none`: there is no log yet · `end`: nothing more will come. */
export type TailStep =
  | { readonly kind: "run" }
  | { readonly kind: "events"; readonly events: readonly PersistedEvent[] }
  | { readonly kind: "waiting" | "none" }
  | { readonly kind: "end"; readonly standing: RunStanding };

export interface TailOptions {
  readonly intervalMs: number;
  /** Ends the tail, at a wait too. */
  readonly leave: CancelToken;
}

/** Where the reading of a log stands. */
interface Place {
  readonly inode: number;
  readonly from: number;
}

/** The current run's events from the first on, page by page, then as they come, until the run is over. A next run's log is taken up where it begins. */
export async function* tailRun(
  ports: Ports,
  paths: BacklogPaths,
  options: TailOptions,
): AsyncGenerator<TailStep, void> {
  let place: Place | null = null;
  let last: PersistedEvent | null = null;
  while (options.leave.cause === null) {
    const standing = await readStanding(ports, paths);
    // What a run before has left is not what is to be followed.
    const foreign: boolean = standing.kind === "starting" && place === null;
    for (;;) {
      const page: Page | null = foreign ? null : await nextPage(ports, paths, place);
      if (page === null) break;
      if (page.begins) yield { kind: "run" };
      place = page.place;
      last = page.events.at(-1) ?? last;
      if (page.events.length > 0) yield { kind: "events", events: page.events };
      if (isLeft(options.leave)) return;
    }
    if (isOver(standing, last, place !== null)) {
      yield { kind: "end", standing };
      return;
    }
    yield { kind: place === null ? "none" : "waiting" };
    await nextChange(ports, paths.stateDir, options);
  }
}

const isLeft = (leave: CancelToken): boolean => leave.cause !== null;

/** The standing was read before the log: of a run whose lock is gone everything has been read. */
const isOver = (standing: RunStanding, last: PersistedEvent | null, begun: boolean): boolean => {
  switch (standing.kind) {
    case "starting":
    case "running":
      return false;
    case "ending":
      return last !== null && isLastWord(last);
    case "over":
    case "dead":
      return true;
    case "none":
      return begun;
  }
};

interface Page {
  readonly events: readonly PersistedEvent[];
  readonly place: Place;
  readonly begins: boolean;
}

/** Null when there is nothing new. A log that was put away is read to its end before the one in its place. */
async function nextPage(ports: Ports, paths: BacklogPaths, place: Place | null): Promise<Page | null> {
  const stat = await ports.files.stat(paths.eventsLog);
  if (stat === null) return null;
  if (place !== null && stat.inode !== place.inode) {
    const rest = await archivedPage(ports, paths, place);
    if (rest !== null) return rest;
  }
  const same = place !== null && stat.inode === place.inode && stat.size >= place.from;
  const from = same ? place.from : 0;
  const page = await readEvents(ports, paths, from);
  const after = await ports.files.stat(paths.eventsLog);
  // Put away between the two looks: the page may be of either log.
  if (page === null || after?.inode !== stat.inode) return null;
  if (same && page.next === from) return null;
  return { events: page.events, place: { inode: stat.inode, from: page.next }, begins: !same };
}

/** What a log still held when it was moved to the archive. */
async function archivedPage(ports: Ports, paths: BacklogPaths, place: Place): Promise<Page | null> {
  const eventsLog = await findRotated(ports, `${paths.stateDir}/${FILES.archive}`, FILES.events, place.inode);
  const page = eventsLog === null ? null : await readEvents(ports, { ...paths, eventsLog }, place.from);
  if (page === null || page.next === place.from) return null;
  return { events: page.events, place: { ...place, from: page.next }, begins: false };
}
