import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";

/** A folder that no link leads out of, looked at in the moment of each deed (spec: Authentication, path sandboxing). */
export interface Fence {
  /** Does something to a name. Its folder is held fast meanwhile, so that a link put in its place between the look and the deed changes nothing; the flags keep an open from following a link of that name. */
  at<T>(path: string, act: (place: string, flags: number) => T): T;
  /** Refuses an open file that lies outside. */
  check(fd: number, path: string): void;
  /** Where the path leads, links followed; PATH_VIOLATION when that is outside. */
  real(path: string): string;
  /** The path, or where the link leads that bears its name. */
  target(path: string): string;
}

/** O_PATH of Linux, which Node doesn't name: a folder may be held by it without the right to list it. */
const O_PATH = 0o10000000;
const OPEN_FILES = "/proc/self/fd";

/** Other systems can't hold a folder fast by a path: there a race of microseconds is left. */
const anchors = process.platform === "linux" && existsSync(OPEN_FILES);

/** No fence: what the path says is done. */
export const NO_FENCE: Fence = {
  at: (path, act) => act(path, 0),
  check: () => undefined,
  real: (path) => realpathSync(path),
  target: (path) => path,
};

export function createFence(folder: string): Fence {
  const base = existsSync(folder) ? realpathSync(folder) : folder;
  // Texts, not links: only what is named inside has to lie inside.
  const concerns = (path: string): boolean =>
    (path !== folder && isInside(folder, path)) || (path !== base && isInside(base, path));
  const refuse = (path: string, real: string): void => {
    if (!isInside(base, real)) throw violation(folder, path, "out of");
  };
  const fence: Fence = {
    at: (path, act) => (concerns(path) ? anchored(path, refuse, act) : act(path, 0)),
    check(fd, path) {
      if (concerns(path)) refuse(path, anchors ? readlinkSync(`${OPEN_FILES}/${fd}`) : realpathSync(path));
    },
    real(path) {
      const real = realpathSync(path);
      if (concerns(path)) refuse(path, real);
      return real;
    },
    target(path) {
      if (!concerns(path) || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true)
        return path;
      if (!existsSync(path)) throw violation(folder, path, "nowhere in");
      return fence.real(path);
    },
  };
  return fence;
}

function anchored<T>(
  path: string,
  refuse: (path: string, real: string) => void,
  act: (place: string, flags: number) => T,
): T {
  const parent = dirname(path);
  if (!anchors) {
    refuse(path, realpathSync(parent));
    return act(path, constants.O_NOFOLLOW);
  }
  const fd = openSync(parent, O_PATH | constants.O_DIRECTORY);
  try {
    refuse(path, readlinkSync(`${OPEN_FILES}/${fd}`));
    return act(`${OPEN_FILES}/${fd}/${basename(path)}`, constants.O_NOFOLLOW);
  } finally {
    closeSync(fd);
  }
}

function violation(folder: string, path: string, where: string): ToolError {
  const shown = firstLink(folder, path);
  return new ToolError("PATH_VIOLATION", `${shown} is a link that leads ${where} ${basename(folder)}.`, {
    details: { path: shown },
    reason: "Nothing was read or written there.",
  });
}

/** What a person has to look at: the outermost name below the folder that is a link, or else the path itself. */
function firstLink(folder: string, path: string): string {
  const names = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [path];
  const upTo = (count: number): string => names.slice(0, count).join("/");
  const isLink = (name: string): boolean =>
    lstatSync(`${folder}/${name}`, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const at = names.findIndex((_, index) => isLink(upTo(index + 1)));
  return upTo(at < 0 ? names.length : at + 1);
}
