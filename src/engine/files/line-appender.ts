import type { Ports } from "#engine/ports";

/** Or how it is made, which can wait until it is written. */
export type Line = string | (() => string);

export interface LineAppender {
  /** Returns at once; lines reach the file in order, once the caller waits for something, as many in one write as have gathered. Never throws. */
  append(lines: readonly Line[]): void;
  /** Settles when everything appended so far is written, or can't be. */
  flush(): Promise<void>;
  /** Why the last write failed; null once one has succeeded again. */
  readonly lastError: unknown;
}

/** Beyond this many lines that can't be written the oldest are given up, so that a full disk doesn't fill memory too. */
const MAX_WAITING_LINES = 10_000;

const TAIL_BYTES = 65_536;

/** Appends lines without ever holding up or hurting whoever has them; what a failed write left out comes with the next. */
export function createLineAppender(ports: Ports, path: string, startsTorn = false): LineAppender {
  let waiting: Line[] = [];
  let writing: Promise<void> | null = null;
  let asked = false;
  let torn = startsTorn;
  let lastError: unknown = null;

  const drain = async (): Promise<void> => {
    let failed = false;
    while (waiting.length > 0 && !failed) {
      const lines = waiting.flatMap(inWords);
      waiting = [];
      try {
        await ports.files.append(path, `${torn ? "\n" : ""}${lines.join("\n")}\n`);
        torn = false;
        lastError = null;
      } catch (error) {
        waiting = [...(await unwritten(ports, path, lines)), ...waiting].slice(-MAX_WAITING_LINES);
        torn = true;
        lastError = error;
        failed = true;
      }
    }
    writing = null;
  };
  const write = (): void => {
    asked = false;
    // With nothing to write it would end before it can be held, and be held for good.
    if (waiting.length > 0) writing ??= drain();
  };

  return {
    append(lines) {
      if (lines.length === 0) return;
      waiting.push(...lines);
      // What a run says between two things that it waits for is one write, made while it waits.
      if (asked || writing !== null) return;
      asked = true;
      ports.clock.soon(write);
    },
    async flush() {
      write();
      await writing;
    },
    get lastError() {
      return lastError;
    },
  };
}

/** A line that can't be put into words is left out: the others are worth more. */
function inWords(line: Line): string[] {
  try {
    return [typeof line === "string" ? line : line()];
  } catch {
    return [];
  }
}

/** A disk that fills up may still have taken the first lines whole: written again, they would be counted twice. */
async function unwritten(ports: Ports, path: string, lines: readonly string[]): Promise<readonly string[]> {
  try {
    const tail = (await ports.files.readTail(path, TAIL_BYTES)) ?? "";
    const [whole = "", rest = ""] = tail.split("\n").slice(-2);
    return lines.slice(Math.max(lines.indexOf(whole), lines.indexOf(rest)) + 1);
  } catch {
    return lines;
  }
}
