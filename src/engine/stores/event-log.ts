import { createSequence } from "#core/events/sequence";
import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { PersistedEvent } from "#contracts/schema/persisted-event";
import { EVENT_SHAPE } from "#contracts/event-shapes";
import { fits } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { createLineAppender } from "#engine/files/line-appender";
import { moveToArchive } from "#engine/files/move-to-archive";

export interface EventLog {
  /** Returns at once; numbers, thins and writes in order. Never throws. */
  append(event: LoopEvent): void;
  /** Settles when everything appended so far is written, or can't be. */
  flush(): Promise<void>;
  /** The held-back token update too; to be awaited before the loop lock is given back. */
  close(): Promise<void>;
  readonly lastError: unknown;
}

export interface EventPage {
  /** Well-formed lines alone; types of later versions among them. */
  readonly events: readonly PersistedEvent[];
  /** Where the next page begins; unchanged at the end. */
  readonly next: number;
}

const FIRST_LINE_BYTES = 65_536;
const PAGE_BYTES = 65_536;

/** The events of a new run (spec: Persisted events). An earlier run's file moves to the archive first, so only the holder of the loop lock may open one. */
export async function openEventLog(ports: Ports, paths: BacklogPaths): Promise<EventLog> {
  await archiveEarlierRun(ports, paths);
  const sequence = createSequence();
  const appender = createLineAppender(ports, paths.eventsLog);
  const write = (events: readonly PersistedEvent[]): void =>
    appender.append(events.map((event) => () => JSON.stringify(event)));
  return {
    append: (event) => write(sequence.push(event, ports.clock.now())),
    flush: () => appender.flush(),
    close() {
      write(sequence.flush());
      return appender.flush();
    },
    get lastError() {
      return appender.lastError;
    },
  };
}

/** A page of the current run from a byte offset on; null when no run has left events. A line still being written belongs to a later page. */
export async function readEvents(ports: Ports, paths: BacklogPaths, from: number): Promise<EventPage | null> {
  const page = await ports.files.readLines(paths.eventsLog, from, PAGE_BYTES);
  return page === null ? null : { events: page.lines.flatMap(parse), next: page.next };
}

async function archiveEarlierRun(ports: Ports, paths: BacklogPaths): Promise<void> {
  const stat = await ports.files.stat(paths.eventsLog);
  if (stat === null || stat.size === 0) return;
  const first = await ports.files.readLines(paths.eventsLog, 0, FIRST_LINE_BYTES);
  const began = first?.lines.flatMap(parse)[0]?.timestamp;
  const ms = began === undefined ? stat.mtimeMs : Date.parse(began);
  await moveToArchive(ports, paths.eventsLog, `${paths.stateDir}/${FILES.archive}`, ms);
}

function parse(line: string): PersistedEvent[] {
  try {
    const value: unknown = JSON.parse(line);
    return fits(EVENT_SHAPE, value) ? [value as PersistedEvent] : [];
  } catch {
    return [];
  }
}
