import { readSync } from "node:fs";

/** Smaller texts cost nothing to make anew. */
const LARGE = 32 * 1024;
/** In UTF-8, of one UTF-16 unit. */
const MOST_BYTES = 3;

export interface TextBytes {
  /** UTF-8; the buffer is good until the next call. */
  of(text: string): Buffer;
  /** Whether an open file of that many bytes holds this very text. */
  isIn(fd: number, size: number, text: string): boolean;
}

/** A run writes and compares the same large file several times an item: fresh buffers for it would swell the process, and each fork copies its page table. */
export function createTextBytes(): TextBytes {
  let last = "";
  let bytes: Buffer = Buffer.alloc(0);
  let kept: Buffer = Buffer.alloc(0);
  let room: Buffer = Buffer.alloc(0);

  const of = (text: string): Buffer => {
    if (text.length < LARGE) return Buffer.from(text, "utf8");
    if (text === last) return bytes;
    let length = changeBytes(kept, last, bytes.length, text);
    if (length === null) {
      // Of no character more than three: counting them takes longer than writing them.
      kept = withRoom(kept, text.length * MOST_BYTES);
      length = kept.write(text, "utf8");
    }
    bytes = kept.subarray(0, length);
    last = text;
    return bytes;
  };
  return {
    of,
    isIn(fd, size, text) {
      if (text.length < LARGE) return false;
      const wanted = of(text);
      if (wanted.length !== size) return false;
      room = withRoom(room, size);
      return readSync(fd, room, 0, size, 0) === size && room.compare(wanted, 0, size, 0, size) === 0;
    },
  };
}

function withRoom(buffer: Buffer, size: number): Buffer {
  return buffer.length >= size ? buffer : Buffer.allocUnsafeSlow(Math.ceil(size * 1.25));
}

/** Makes the bytes of one text those of another that differs from it in one place, as a file with one item changed does; gives their number, or null where writing them all is as well. */
function changeBytes(buffer: Buffer, before: string, beforeBytes: number, after: string): number | null {
  // Then it is ASCII, and each place in the text is that in the bytes.
  if (before === "" || before.length !== beforeBytes) return null;
  const most = Math.min(before.length, after.length);
  const head = sameLength(most, (from, to) => before.slice(from, to) === after.slice(from, to));
  const tail = sameLength(most - head, (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to));
  const changed = after.slice(head, after.length - tail);
  if (changed.length > LARGE) return null;
  const middle = Buffer.from(changed, "utf8");
  const length = head + middle.length + tail;
  if (length > buffer.length) return null;
  buffer.copyWithin(head + middle.length, before.length - tail, before.length);
  middle.copy(buffer, head);
  return length;
}

/** How far two texts are the same, at most so far: by large pieces, which are compared at the speed of memory, then by ever smaller ones. */
function sameLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0;
  for (let piece = LARGE; piece >= 1; piece = piece >> 2) {
    while (at + piece <= most && isSame(at, at + piece)) at += piece;
  }
  return at;
}

const fromEnd = (text: string, from: number, to: number): string =>
  text.slice(text.length - to, text.length - from);
