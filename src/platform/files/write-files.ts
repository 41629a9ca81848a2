import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { O_PATH } from "#platform/files/held-folders";
import type { Fence } from "#platform/files/fence";
import { errnoOf, fileError } from "#platform/files/file-error";

const DEFAULT_MODE = 0o666;
/** File systems without hard links, or another one. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

export interface WriteOptions {
  readonly exclusive?: boolean;
  readonly mode?: number;
}

/** A file that could not be written whole is not left behind when it is a new one. */
export function writeText(
  path: string,
  fence: Fence,
  bytes: Buffer,
  options: WriteOptions,
): "written" | "exists" {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NONBLOCK } = constants;
  const flags = O_WRONLY | O_CREAT | O_NONBLOCK | (options.exclusive === true ? O_EXCL : O_TRUNC);
  let made = false;
  try {
    const fd = fence.open(path, flags, options.mode ?? DEFAULT_MODE);
    made = options.exclusive === true;
    if (made && options.mode !== undefined) setMode(fd, options.mode);
    writeAll(fd, bytes);
    return "written";
  } catch (error) {
    if (options.exclusive === true && errnoOf(error) === "EEXIST") return "exists";
    if (made) fence.at(path, (place) => rmSync(place, { force: true }));
    throw fileError("written", path, error);
  }
}

/** Whatever the umask; a file system that knows no modes keeps its own. */
function setMode(fd: number, mode: number): void {
  try {
    fchmodSync(fd, mode);
  } catch {
    // The text matters more.
  }
}

/** Over whatever stands there. What is replaced is freed once its caller waits for something: giving back its blocks, which may still be on their way to the disk, can take longer than all the rest. */
export function moveFile(from: string, to: string): void {
  const replaced = holdFile(to);
  try {
    renameSync(from, to);
  } finally {
    if (replaced !== null) setImmediate(closeSync, replaced);
  }
}

/** Null where there is none, or it can't be held without being opened. */
function holdFile(path: string): number | null {
  if (process.platform !== "linux") return null;
  try {
    return openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
}

/** At the end of the file, whoever else appends; makes it when absent. */
export function appendText(path: string, fence: Fence, text: string): void {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK } = constants;
  try {
    const fd = fence.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, DEFAULT_MODE);
    writeAll(fd, Buffer.from(text, "utf8"));
  } catch (error) {
    throw fileError("written", path, error);
  }
}

/** A second name for a file, or a copy where there are no hard links. */
export function linkFile(existing: string, name: string, fence: Fence): "linked" | "exists" | "absent" {
  try {
    fence.between(existing, name, linkOrCopy);
    return "linked";
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return "exists";
    if (errnoOf(error) === "ENOENT" && lstatSync(existing, { throwIfNoEntry: false }) === undefined)
      return "absent";
    throw fileError("created", name, error);
  }
}

function linkOrCopy(existing: string, name: string): void {
  try {
    linkSync(existing, name);
  } catch (error) {
    if (!NO_LINKS.has(errnoOf(error))) throw error;
    copyFileSync(existing, name, constants.COPYFILE_EXCL);
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  } finally {
    closeSync(fd);
  }
}

/** False when it was not there. */
export function removeFile(path: string, fence: Fence): boolean {
  try {
    fence.at(path, (place) => unlinkSync(place));
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return false;
    throw fileError("removed", path, error);
  }
}
