import type { Ports } from "#engine/ports";
import { findRotated } from "#engine/files/rotated-file";

/** Where the reading of a growing file stands. */
export interface Place {
  readonly inode: number;
  /** Byte offset of the next line. */
  readonly from: number;
}

export interface Page<T> {
  /** Of its first line. */
  readonly place: Place;
  readonly next: Place;
  readonly content: T;
}

export interface LinePages<T> {
  /** The page at a place, of null the first of the file that is there now; null when nothing has come yet. What is read once serves every reader. */
  read(place: Place | null): Promise<Page<T> | null>;
}

export interface PagedFile<T> {
  readonly path: string;
  /** The folder that a next run moves the file to, under `…-name`. */
  readonly archive: string;
  encode(lines: readonly string[], place: Place): T;
  bytesOf(content: T): number;
}

const PAGE_BYTES = 65_536;
/** Kept of one file, so that many readers of the same stretch cost one reading. */
const CACHE_BYTES = 4 * 1_048_576;

/** A file in whole lines, page by page, across its rotation: the old one to its end, then the one in its place. */
export function createLinePages<T>(ports: Ports, file: PagedFile<T>): LinePages<T> {
  const cache = createPageCache<T>(file);
  const underWay = new Map<string, Promise<Page<T> | null>>();
  const load = async (place: Place): Promise<Page<T> | null> => {
    const found = await readPage(ports, file, place);
    if (found === null) return null;
    // The file was cut short and begins anew.
    if (found.place.inode === place.inode && found.place.from < place.from) cache.clear();
    cache.add(found);
    // Between two pages others get their turn.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  };
  return {
    async read(asked) {
      const place = asked ?? (await beginning(ports, file.path));
      if (place === null) return null;
      const kept = cache.find(place);
      if (kept !== null) return kept;
      const key = keyOf(place);
      const loading = underWay.get(key) ?? load(place).finally(() => underWay.delete(key));
      underWay.set(key, loading);
      return loading;
    },
  };
}

async function beginning(ports: Ports, path: string): Promise<Place | null> {
  const stat = await ports.files.stat(path);
  return stat === null ? null : { inode: stat.inode, from: 0 };
}

async function readPage<T>(ports: Ports, file: PagedFile<T>, place: Place): Promise<Page<T> | null> {
  const stat = await ports.files.stat(file.path);
  if (stat?.inode !== place.inode) {
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const moved = await findRotated(ports, file.archive, name, place.inode);
    const rest = moved === null ? null : await linesAt(ports, file, moved, place);
    if (rest !== null) return rest;
  }
  if (stat === null) return null;
  const goesOn = place.inode === stat.inode && place.from <= stat.size;
  return linesAt(ports, file, file.path, goesOn ? place : { inode: stat.inode, from: 0 });
}

/** Null also when the file was replaced between two looks: whose lines those are can't be told. */
async function linesAt<T>(
  ports: Ports,
  file: PagedFile<T>,
  path: string,
  place: Place,
): Promise<Page<T> | null> {
  const found = await ports.files.readLines(path, place.from, PAGE_BYTES);
  if (found === null || found.next === place.from) return null;
  if ((await ports.files.stat(path))?.inode !== place.inode) return null;
  const next = { inode: place.inode, from: found.next };
  return { place, next, content: file.encode(found.lines, place) };
}

interface PageCache<T> {
  find(place: Place): Page<T> | null;
  add(page: Page<T>): void;
  clear(): void;
}

function createPageCache<T>({ bytesOf }: Pick<PagedFile<T>, "bytesOf">): PageCache<T> {
  const pages = new Map<string, Page<T>>();
  let bytes = 0;
  const drop = (key: string): void => {
    const page = pages.get(key);
    if (page !== undefined) bytes -= bytesOf(page.content);
    pages.delete(key);
  };
  return {
    find: (place) => pages.get(keyOf(place)) ?? null,
    add(page) {
      drop(keyOf(page.place));
      pages.set(keyOf(page.place), page);
      bytes += bytesOf(page.content);
      for (const [key, oldest] of pages) {
        if (bytes <= CACHE_BYTES || oldest === page) break;
        drop(key);
      }
    },
    clear() {
      pages.clear();
      bytes = 0;
    },
  };
}

const keyOf = ({ inode, from }: Place): string => `${inode}:${from}`;
