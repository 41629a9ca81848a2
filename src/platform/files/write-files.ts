import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { errnoOf, fileError } from "#platform/files/file-error";

const DEFAULT_MODE = 0o666;
/** File systems without hard links, or another one. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

export interface WriteOptions {
  readonly exclusive?: boolean;
  readonly mode?: number;
}

/** A file that could not be written whole is not left behind when it is a new one. */
export function writeText(path: string, bytes: Buffer, options: WriteOptions): "written" | "exists" {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NONBLOCK } = constants;
  const flags = O_WRONLY | O_CREAT | O_NONBLOCK | (options.exclusive === true ? O_EXCL : O_TRUNC);
  let made = false;
  try {
    const fd = openSync(path, flags, options.mode ?? DEFAULT_MODE);
    made = options.exclusive === true;
    if (made && options.mode !== undefined) setMode(fd, options.mode);
    writeAll(fd, bytes);
    return "written";
  } catch (error) {
    if (options.exclusive === true && errnoOf(error) === "EEXIST") return "exists";
    if (made) rmSync(path, { force: true });
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

/** At the end of the file, whoever else appends; makes it when absent. */
export function appendText(path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK } = constants;
  try {
    const fd = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, DEFAULT_MODE);
    writeAll(fd, Buffer.from(text, "utf8"));
  } catch (error) {
    throw fileError("written", path, error);
  }
}

/** A second name for a file, or a copy where there are no hard links. */
export function linkFile(existing: string, name: string): "linked" | "exists" | "absent" {
  try {
    linkSync(existing, name);
    return "linked";
  } catch (error) {
    const errno = errnoOf(error);
    if (NO_LINKS.has(errno)) return copyFile(existing, name);
    return linkOutcome(existing, name, error);
  }
}

function copyFile(existing: string, name: string): "linked" | "exists" | "absent" {
  try {
    copyFileSync(existing, name, constants.COPYFILE_EXCL);
    return "linked";
  } catch (error) {
    return linkOutcome(existing, name, error);
  }
}

function linkOutcome(existing: string, name: string, error: unknown): "exists" | "absent" {
  if (errnoOf(error) === "EEXIST") return "exists";
  if (errnoOf(error) === "ENOENT" && lstatSync(existing, { throwIfNoEntry: false }) === undefined)
    return "absent";
  throw fileError("created", name, error);
}

function writeAll(fd: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  } finally {
    closeSync(fd);
  }
}

/** False when it was not there. */
export function removeFile(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return false;
    throw fileError("removed", path, error);
  }
}
