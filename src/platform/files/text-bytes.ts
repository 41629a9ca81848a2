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
    // Of no character more than three: counting them takes longer than writing them.
    kept = withRoom(kept, text.length * MOST_BYTES);
    bytes = kept.subarray(0, kept.write(text, "utf8"));
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
