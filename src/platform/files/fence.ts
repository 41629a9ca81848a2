import { constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import { errnoOf } from "#platform/files/file-error";
import { inFolder, OPEN_FILES } from "#platform/files/held-folders";

/** A folder that no link leads out of, looked at in the moment of each deed (spec: Authentication, path sandboxing). */
export interface Fence {
  /** Does something to a name. Its folder is held fast meanwhile, so that a link put in its place between the look and the deed changes nothing; the flags keep an open from following a link of that name. */
  at<T>(path: string, act: (place: string, flags: number) => T): T;
  /** The same to two names, which mostly lie in one folder. */
  between<T>(from: string, to: string, act: (from: string, to: string) => T): T;
  /** Opens a name; a link of that name is followed when it leads to a place inside. */
  open(path: string, flags: number, mode: number): number;
  /** Refuses an open file that lies outside. */
  check(fd: number, path: string): void;
  /** Where the path leads, links followed; PATH_VIOLATION when that is outside. */
  real(path: string): string;
}

/** Other systems can't hold a folder fast by a path: there a race of microseconds is left. */
const anchors = process.platform === "linux" && existsSync(OPEN_FILES);

/** No fence: what the path says is done. */
export const NO_FENCE: Fence = {
  at: (path, act) => act(path, 0),
  check: () => undefined,
  between: (from, to, act) => act(from, to),
  open: (path, flags, mode) => openSync(path, flags, mode),
  real: (path) => realpathSync(path),
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
    between: (from, to, act) =>
      fence.at(from, (source) =>
        dirname(from) === dirname(to)
          ? act(source, `${dirname(source)}/${basename(to)}`)
          : fence.at(to, (target) => act(source, target)),
      ),
    open(path, flags, mode) {
      const open = (name: string): number =>
        fence.at(name, (place, noFollow) => openSync(place, flags | noFollow, mode));
      try {
        return open(path);
      } catch (error) {
        if (errnoOf(error) !== "ELOOP" || !concerns(path) || !isLink(path)) throw error;
        if (!existsSync(path)) throw violation(folder, path, "nowhere in");
        return open(fence.real(path));
      }
    },
    check(fd, path) {
      if (concerns(path)) refuse(path, anchors ? readlinkSync(`${OPEN_FILES}/${fd}`) : realpathSync(path));
    },
    real(path) {
      const real = realpathSync(path);
      if (concerns(path)) refuse(path, real);
      return real;
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
  return inFolder(parent, (held, real) => {
    refuse(path, real);
    return act(`${held}/${basename(path)}`, constants.O_NOFOLLOW);
  });
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
  const at = names.findIndex((_, index) => isLink(`${folder}/${upTo(index + 1)}`));
  return upTo(at < 0 ? names.length : at + 1);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
