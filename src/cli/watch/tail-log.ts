import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { CancelToken, Ports } from "#engine/ports";
import { findRotated } from "#engine/files/rotated-file";
import { nextChange } from "#cli/watch/next-change";

interface Place {
  readonly inode: number;
  readonly from: number;
}

const PAGE_BYTES = 1_048_576;
const BYTES_A_LINE = 256;

/** The last lines of the raw log, none where there is no log yet, then those that come, across its rotation, until the reader leaves. */
export async function* tailLog(
  ports: Ports,
  paths: BacklogPaths,
  options: { readonly tail: number; readonly intervalMs: number; readonly leave: CancelToken },
): AsyncGenerator<readonly string[], void> {
  const begun = await lastLines(ports, paths.log, options.tail);
  let { place } = begun;
  yield begun.lines;
  while (options.leave.cause === null) {
    const page = await nextPage(ports, paths, place);
    if (page === null) await nextChange(ports, paths.stateDir, options);
    else {
      place = page.place;
      yield page.lines;
    }
  }
}

interface Page {
  readonly lines: readonly string[];
  readonly place: Place;
}

/** The end of the file, and the very byte from which to go on. */
async function lastLines(
  ports: Ports,
  path: string,
  wanted: number,
): Promise<{ lines: readonly string[]; place: Place | null }> {
  const stat = await ports.files.stat(path);
  if (stat === null) return { lines: [], place: null };
  for (let bytes = wanted * BYTES_A_LINE; ; bytes *= 4) {
    const from = Math.max(0, stat.size - bytes);
    const lines: string[] = [];
    let next = from;
    for (;;) {
      const page = await ports.files.readLines(path, next, PAGE_BYTES);
      if (page === null || page.next === next) break;
      lines.push(...page.lines);
      next = page.next;
    }
    // The first one begins anywhere.
    const whole = from === 0 ? lines : lines.slice(1);
    if (from === 0 || whole.length >= wanted) {
      return { lines: whole.slice(-wanted), place: { inode: stat.inode, from: next } };
    }
  }
}

/** Null when there is nothing new. A log that was put away is read to its end before the one in its place. */
async function nextPage(ports: Ports, paths: BacklogPaths, place: Place | null): Promise<Page | null> {
  const stat = await ports.files.stat(paths.log);
  if (place !== null && stat?.inode !== place.inode) {
    const moved = await findRotated(ports, `${paths.stateDir}/${FILES.archive}`, FILES.log, place.inode);
    const rest = moved === null ? null : await pageAt(ports, moved, place);
    if (rest !== null) return rest;
  }
  if (stat === null) return null;
  const same = place !== null && stat.inode === place.inode && stat.size >= place.from;
  return pageAt(ports, paths.log, same ? place : { inode: stat.inode, from: 0 });
}

const pageAt = async (ports: Ports, path: string, place: Place): Promise<Page | null> => {
  const page = await ports.files.readLines(path, place.from, PAGE_BYTES);
  if (page === null || page.next === place.from) return null;
  // Put away between two looks: whose lines those are can't be told.
  if ((await ports.files.stat(path))?.inode !== place.inode) return null;
  return { lines: page.lines, place: { ...place, from: page.next } };
};
