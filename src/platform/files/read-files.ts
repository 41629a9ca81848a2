import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { MAX_FILE_BYTES } from "#contracts/limits";
import type { Fence } from "#platform/files/fence";
import { fileError, isAbsence, notText, refusedFile } from "#platform/files/file-error";
import type { TextBytes } from "#platform/files/text-bytes";

const NEWLINE = 0x0a;
const BOM = "\ufeff";
const MIB = 1024 * 1024;

/** The whole text, `known` itself where it is the same; null when absent. What is no UTF-8 is refused: written back it would be another text. */
export function readText(path: string, fence: Fence, texts: TextBytes, known?: string): string | null {
  return withFile(path, fence, (fd, { size }) => {
    if (size > MAX_FILE_BYTES) throw refusedFile(path, `it is larger than ${MAX_FILE_BYTES / MIB} MiB`);
    if (known !== undefined && texts.isIn(fd, size, known)) return known;
    const bytes = readAt(fd, 0, size);
    if (!isUtf8(bytes)) throw notText(path);
    return withoutBom(bytes.toString("utf8"));
  });
}

/** The last bytes, from the beginning of a line on; of a line that is longer its end. */
export function readTail(path: string, fence: Fence, maxBytes: number): string | null {
  return withFile(path, fence, (fd, { size }) => {
    const from = Math.max(0, size - maxBytes);
    if (from === 0) return withoutBom(readAt(fd, 0, size).toString("utf8"));
    // One byte more tells whether the tail begins with a line.
    const bytes = readAt(fd, from - 1, maxBytes + 1);
    const start = bytes.subarray(0, -1).indexOf(NEWLINE) + 1;
    return bytes.subarray(start === 0 ? firstCharacter(bytes) : start).toString("utf8");
  });
}

/** Whole lines from an offset on, at most maxBytes, but always one if there is one; `next` is where to go on. */
export function readLines(
  path: string,
  fence: Fence,
  from: number,
  maxBytes: number,
): { lines: string[]; next: number } | null {
  return withFile(path, fence, (fd, { size }) => {
    for (let length = maxBytes; ; length *= 2) {
      const bytes = readAt(fd, from, Math.min(length, Math.max(0, size - from)));
      const end = bytes.lastIndexOf(NEWLINE);
      if (end >= 0) return { lines: bytes.toString("utf8", 0, end).split("\n"), next: from + end + 1 };
      if (from + length >= size) return { lines: [], next: from };
      if (length > MAX_FILE_BYTES)
        throw refusedFile(path, `a line is longer than ${MAX_FILE_BYTES / MIB} MiB`);
    }
  });
}

/** Null when absent. A pipe or a device is refused before it can make us wait. */
function withFile<T>(path: string, fence: Fence, use: (fd: number, stat: Stats) => T): T | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw refusedFile(path, "it is a folder");
    if (!stat.isFile()) throw refusedFile(path, "it is no regular file");
    fence.check(fd, path);
    return use(fd, stat);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw fileError("read", path, error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Fewer bytes than asked when the file has shrunk meanwhile. */
function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function firstCharacter(bytes: Buffer): number {
  let index = 1;
  while (index < bytes.length && ((bytes[index] ?? 0) & 0xc0) === 0x80) index += 1;
  return index;
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}
