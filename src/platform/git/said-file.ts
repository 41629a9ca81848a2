import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUuid } from "#platform/random-uuid";

/** Where the first of two calls says on stderr what it has to say, so that a shell can tell whether that is anything. A pipe could be held by whatever outlives the call. */
export interface SaidFile {
  readonly fd: number;
  /** To be asked before each call. False where the disk has no room for a word: then nobody could tell that one was lost. */
  ready(): boolean;
  /** The end of what was said since. */
  words(maxBytes: number): string;
  close(): void;
}

/** Stands in the file already when something is said: what comes behind it finds the room taken. */
export const MARK = ".";

/** It has no name, so that nothing is left of it. Null also where a shell can't look into an open file. */
export function openSaidFile(): SaidFile | null {
  try {
    if (!existsSync("/proc/self/fd")) return null;
    const path = join(tmpdir(), `tool-git-${randomUuid()}`);
    const fd = openSync(path, "ax+", 0o600);
    unlinkSync(path);
    return {
      fd,
      ready: () => isMarked(fd),
      words: (maxBytes) => endOf(fd, maxBytes),
      close: () => closeSync(fd),
    };
  } catch {
    return null;
  }
}

function isMarked(fd: number): boolean {
  try {
    ftruncateSync(fd, 0);
    return writeSync(fd, MARK) === MARK.length;
  } catch {
    return false;
  }
}

function endOf(fd: number, maxBytes: number): string {
  const { size } = fstatSync(fd);
  const from = Math.max(MARK.length, size - maxBytes);
  const bytes = Buffer.alloc(Math.max(0, size - from));
  return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, from));
}
