import { ToolError } from "#contracts/error";

/** What was to be done with the path, as the sentence says it: "can't be read". */
export type FileDeed = "read" | "written" | "created" | "removed" | "moved" | "linked";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not allow it",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many open files",
  ENFILE: "too many open files on this machine",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ENOTEMPTY: "the folder is not empty",
  ENOENT: "its folder does not exist",
  EEXIST: "something is in its place",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  EFBIG: "the file gets too large",
  EBUSY: "it is in use",
  ETXTBSY: "it is in use",
  EXDEV: "it lies on another disk",
  EIO: "the disk reports an error",
  ENXIO: "it is no regular file",
};

/** One IO_ERROR for every failure of the file system, in plain words (spec: Errors). */
export function fileError(deed: FileDeed, path: string, cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const errno = errnoOf(cause);
  const words = WORDS[errno] ?? (cause instanceof Error ? cause.message : String(cause));
  return new ToolError("IO_ERROR", `${path} can't be ${deed}: ${words}.`, {
    details: { path, errno },
    cause,
  });
}

/** For what we refuse ourselves. */
export function refusedFile(path: string, words: string): ToolError {
  return new ToolError("IO_ERROR", `${path} can't be read: ${words}.`, { details: { path } });
}

/** Of a file that is no UTF-8 text; `notText` tells it from the rest: a person can mend that. */
export function notText(path: string): ToolError {
  const details = { path, notText: true };
  return new ToolError("IO_ERROR", `${path} can't be read: it is not UTF-8 text.`, { details });
}

/** The system's code of a failure, "UNKNOWN" when it has none. */
export function errnoOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException | null)?.code ?? "UNKNOWN";
}

/** There is nothing of that name. */
export function isAbsence(cause: unknown): boolean {
  const errno = errnoOf(cause);
  return errno === "ENOENT" || errno === "ENOTDIR";
}
