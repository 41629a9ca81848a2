import { LINE_KEPT_BYTES, LINE_MAX_BYTES } from "#contracts/limits";

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Delivers a last line that has no newline. */
  end(): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const EMPTY = Buffer.alloc(0);

/** Splits bytes, not text, so that no character is ever torn; a line above LINE_MAX_BYTES arrives once, cut, and its rest is never held. */
export function createLineSplitter(onLine: (line: string, cut: boolean) => void): LineSplitter {
  let held: Buffer = EMPTY;
  let length = 0;
  let skipping = false;

  // State is settled before the listener is called: it may end the stream from within.
  const deliver = (bytes: Buffer, from: number, to: number): void => {
    const end = to > from && bytes[to - 1] === RETURN ? to - 1 : to;
    const line = bytes.toString("utf8", from, end);
    release();
    onLine(line, false);
  };
  const release = (): void => {
    length = 0;
    if (held.length > LINE_KEPT_BYTES) held = EMPTY;
  };
  const cut = (): void => {
    const line = held.toString("utf8", 0, characterBoundary(held, LINE_KEPT_BYTES));
    skipping = true;
    release();
    onLine(line, true);
  };
  const hold = (chunk: Buffer, from: number, to: number): void => {
    const kept = Math.min(to - from, LINE_MAX_BYTES - length);
    if (length + kept > held.length) held = grown(held, length, length + kept);
    chunk.copy(held, length, from, from + kept);
    length += kept;
    if (kept < to - from) cut();
  };
  const finish = (chunk: Buffer, from: number, to: number): void => {
    if (skipping) skipping = false;
    else if (length === 0 && to - from <= LINE_MAX_BYTES) deliver(chunk, from, to);
    else {
      hold(chunk, from, to);
      if (!skipping) deliver(held, 0, length);
      skipping = false;
    }
  };

  return {
    push(chunk) {
      let from = 0;
      for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
        finish(chunk, from, to);
        from = to + 1;
      }
      if (skipping) pressCollector(chunk);
      else if (from < chunk.length) hold(chunk, from, chunk.length);
    },
    end() {
      const rest = !skipping && length > 0;
      skipping = false;
      if (rest) deliver(held, 0, length);
    },
  };
}

/** The collector doesn't hurry for the bytes of chunks, 64 KiB each; for text it does. Measured on a line of 512 MiB: 16 MiB instead of 42 to 73. */
function pressCollector(chunk: Buffer): void {
  chunk.toString("latin1");
}

/** Doubling, so that an agent which prints byte by byte costs no more than one which prints at once. */
function grown(held: Buffer, length: number, needed: number): Buffer {
  let capacity = Math.max(held.length, 1024);
  while (capacity < needed) capacity *= 2;
  const next = Buffer.allocUnsafe(capacity);
  held.copy(next, 0, 0, length);
  return next;
}

/** The last index at or before `at` where a UTF-8 character begins. */
function characterBoundary(bytes: Buffer, at: number): number {
  let index = at;
  while (index > 0 && ((bytes[index] ?? 0) & 0xc0) === 0x80) index -= 1;
  return index;
}
