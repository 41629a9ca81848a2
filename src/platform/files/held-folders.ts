import { closeSync, constants, openSync, readlinkSync } from "node:fs";

/** Of Linux: an open file or folder by its descriptor, whatever has become of its name. */
export const OPEN_FILES = "/proc/self/fd";

/** O_PATH of Linux, which Node doesn't name: a file or folder may be held by it without the right to read it. */
export const O_PATH = 0o10000000;
const MOST_HELD = 4;
/** Long enough for the deeds of one item, short enough that nobody waits for us to unmount a disk. */
const HELD_MS = 50;

const held = new Map<string, number>();
let idle: NodeJS.Timeout | null = null;

/** Does something in a folder that is held fast by a descriptor; `real` is where it lies. It stays open for a moment, since a run writes a dozen files of one folder an item, and is trusted as long as the system knows it by the path asked for. */
export function inFolder<T>(folder: string, act: (held: string, real: string) => T): T {
  const kept = held.get(folder);
  if (kept !== undefined) {
    const place = `${OPEN_FILES}/${kept}`;
    if (readlinkSync(place) === folder) {
      // The last one used is the last to go: a deed may need two folders at once.
      held.delete(folder);
      held.set(folder, kept);
      return act(place, folder);
    }
    release(folder);
  }
  const fd = openSync(folder, O_PATH | constants.O_DIRECTORY);
  const place = `${OPEN_FILES}/${fd}`;
  let keeps = false;
  try {
    const real = readlinkSync(place);
    keeps = real === folder;
    if (keeps) keep(folder, fd);
    return act(place, real);
  } finally {
    if (!keeps) closeSync(fd);
  }
}

function keep(folder: string, fd: number): void {
  const [oldest] = held.keys();
  if (oldest !== undefined && held.size === MOST_HELD) release(oldest);
  held.set(folder, fd);
  idle = idle?.refresh() ?? setTimeout(releaseAll, HELD_MS).unref();
}

function release(folder: string): void {
  const fd = held.get(folder);
  held.delete(folder);
  if (fd !== undefined) closeSync(fd);
}

function releaseAll(): void {
  idle = null;
  for (const folder of held.keys()) release(folder);
}
