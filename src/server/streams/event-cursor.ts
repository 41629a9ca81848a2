import type { EventChunk, EventPages } from "#server/streams/event-pages";
import type { Place } from "#server/streams/line-pages";

/** What a client that comes back has had. */
export interface EventId {
  readonly run: number;
  readonly seq: number;
}

/** The `id` of an event, as Last-Event-ID brings it back; null when it is none of ours. */
export function parseEventId(text: string | null): EventId | null {
  const match = /^(\d{1,16}):(\d{1,16})$/.exec(text ?? "");
  return match === null ? null : { run: Number(match[1]), seq: Number(match[2]) };
}

/** One reader's way through the events: each once, in order, from the file's first or after the one it has had. Gives null when there is nothing more yet. */
export function createEventCursor(
  pages: EventPages,
  had: EventId | null,
): { next(): Promise<Uint8Array | null> } {
  let place: Place | null = null;
  let skip = had;
  return {
    async next() {
      for (;;) {
        const page = await pages.read(place);
        if (page === null) return null;
        place = page.next;
        const { content } = page;
        if (skip !== null && content.run !== 0 && content.run !== skip.run) skip = null;
        const bytes = skip === null ? content.bytes : after(content, skip.seq);
        if (bytes.byteLength > 0) {
          skip = null;
          return bytes;
        }
        if (skip !== null) place = pages.jump(place, skip.seq);
      }
    },
  };
}

function after({ bytes, records }: EventChunk, seq: number): Uint8Array {
  const first = records.find((record) => record.seq > seq);
  return first === undefined ? bytes.subarray(0, 0) : bytes.subarray(first.start);
}
