import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  type Dirent,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import type { DirEntry, FileKind, Files, FileStat } from "#engine/ports";
import { createFence, NO_FENCE, type Fence } from "#platform/files/fence";
import { errnoOf, fileError, isAbsence, type FileDeed } from "#platform/files/file-error";
import { readLines, readTail, readText } from "#platform/files/read-files";
import { createTextBytes, type TextBytes } from "#platform/files/text-bytes";
import { watchDirectory } from "#platform/files/watch-directory";
import { appendText, linkFile, moveFile, removeFile, writeText } from "#platform/files/write-files";

/** An exception for each name that isn't there costs ten times the look itself. */
const QUIET = { throwIfNoEntry: false } as const;

/** A server fences each project that it is asked for, and shouldn't remember what is in all of them. */
const MOST_FENCES = 4;

/** The disk of this machine. Calls are synchronous within: on small files that is 20 times faster than the thread pool, and appends keep their order. */
export function createNodeFiles(): Files {
  const texts = createTextBytes();
  const fenced = new Map<string, Files>();
  // The same one as long as the folder's name leads to the same place and it is one of the last asked for: what is remembered of files hangs on it.
  const within = (folder: string): Files => {
    const key = `${folder}\n${orNull("read", folder, () => realpathSync(folder))}`;
    const known = fenced.get(key) ?? filesBehind(createFence(folder), texts, within);
    fenced.delete(key);
    fenced.set(key, known);
    for (const oldest of fenced.keys()) if (fenced.size > MOST_FENCES) fenced.delete(oldest);
    return known;
  };
  return filesBehind(NO_FENCE, texts, within);
}

function filesBehind(fence: Fence, texts: TextBytes, within: (folder: string) => Files): Files {
  return {
    within,
    read: async (path, known) => readText(path, fence, texts, known),
    readTail: async (path, maxBytes) => readTail(path, fence, maxBytes),
    readLines: async (path, from, maxBytes) => readLines(path, fence, from, maxBytes),
    stat: async (path) => orNull("read", path, () => describe(statSync(path, QUIET))),
    linkStat: async (path) => orNull("read", path, () => describe(lstatSync(path, QUIET))),
    realPath: async (path) => orNull("read", path, () => fence.real(path)),
    present: async (paths) => paths.filter((path) => existsSync(path)),
    list: async (path) => orNull("read", path, () => listDirectory(path)),
    write: async (path, text, options = {}) => writeText(path, fence, texts.of(text), options),
    append: async (path, text) => appendText(path, fence, text),
    rename: async (from, to) => attempt("moved", from, () => fence.between(from, to, moveFile)),
    link: async (existing, name) => linkFile(existing, name, fence),
    remove: async (path) => removeFile(path, fence),
    removeDir: async (path) => void orNull("removed", path, () => removeTree(path, fence)),
    makeDir: async (path) => attempt("created", path, () => makeFolders(path, fence)),
    watch: watchDirectory,
  };
}

const removeTree = (path: string, fence: Fence): null =>
  fence.at(path, (place) => {
    rmSync(place, { recursive: true, force: true });
    return null;
  });

/** From the first one that is there on; each is looked at before anything is made in it. */
function makeFolders(path: string, fence: Fence): void {
  if (statSync(path, QUIET)?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolders(dirname(path), fence);
  try {
    fence.at(path, (place) => mkdirSync(place));
  } catch (error) {
    if (errnoOf(error) !== "EEXIST" || statSync(path, QUIET)?.isDirectory() !== true) throw error;
  }
}

function attempt<T>(deed: FileDeed, path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw fileError(deed, path, error);
  }
}

function orNull<T>(deed: FileDeed, path: string, act: () => T | null): T | null {
  try {
    return act();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw fileError(deed, path, error);
  }
}

function listDirectory(path: string): DirEntry[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function describe(stat: Stats | undefined): FileStat | null {
  return stat === undefined
    ? null
    : { kind: kindOf(stat), size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino, mode: stat.mode };
}

function kindOf(entry: Dirent | Stats): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}
