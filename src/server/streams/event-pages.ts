import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { EventEnvelope } from "#contracts/schema/persisted-event";
import { EVENT_SHAPE } from "#contracts/event-shapes";
import { fits } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { createLinePages, type LinePages, type Place } from "#server/streams/line-pages";

/** Events as they go over the wire. */
export interface EventChunk {
  readonly bytes: Uint8Array;
  /** The first record's timestamp of their file, in ms; 0 while it has none. */
  readonly run: number;
  readonly records: readonly EventRecord[];
}

interface EventRecord {
  readonly seq: number;
  /** Byte offset within the chunk. */
  readonly start: number;
}

export interface EventPages extends LinePages<EventChunk> {
  /** The last known page before that of an event, for a reader that has had everything up to it. */
  jump(place: Place, seq: number): Place;
}

/** The events of a loop as server-sent ones, encoded once for all their readers. Lines that are no events are left out. */
export function createEventPages(ports: Ports, paths: BacklogPaths): EventPages {
  const runs = new Map<number, number>();
  const starts = new Map<number, { readonly seq: number; readonly from: number }[]>();
  const pages = createLinePages<EventChunk>(ports, {
    path: paths.eventsLog,
    archive: `${paths.stateDir}/${FILES.archive}`,
    bytesOf: ({ bytes }) => bytes.byteLength,
    encode(lines, { inode, from }) {
      const events = lines.flatMap(parse);
      const [first] = events;
      if (from === 0) starts.set(inode, []);
      if (first !== undefined && (from === 0 || !runs.has(inode)))
        runs.set(inode, Date.parse(first.timestamp));
      const known = starts.get(inode);
      if (first !== undefined && first.seq > (known?.at(-1)?.seq ?? -1))
        known?.push({ seq: first.seq, from });
      return encode(events, runs.get(inode) ?? 0);
    },
  });
  return {
    read: (place) => pages.read(place),
    jump(place, seq) {
      const page = starts.get(place.inode)?.findLast((one) => one.seq <= seq + 1);
      return page === undefined || page.from < place.from ? place : { inode: place.inode, from: page.from };
    },
  };
}

interface ParsedEvent extends EventEnvelope {
  readonly line: string;
}

function parse(line: string): ParsedEvent[] {
  try {
    const value: unknown = JSON.parse(line);
    if (!fits(EVENT_SHAPE, value)) return [];
    // A carriage return between JSON's tokens would end the line of an event stream.
    return [{ ...value, line: line.includes("\r") ? JSON.stringify(value) : line }];
  } catch {
    return [];
  }
}

function encode(events: readonly ParsedEvent[], run: number): EventChunk {
  const records: EventRecord[] = [];
  let text = "";
  let start = 0;
  for (const { seq, line } of events) {
    const record = `id: ${run}:${seq}\nevent: loop_event\ndata: ${line}\n\n`;
    records.push({ seq, start });
    start += Buffer.byteLength(record);
    text += record;
  }
  return { bytes: Buffer.from(text), run, records };
}
