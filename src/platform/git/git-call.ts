export interface GitCall {
  /** Absolute; for everything but a first look the top level. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Of the output; git is ended where it prints more. Without it, that much is an error. */
  readonly keepBytes?: number;
  /** Takes no lock, so that it can't be in the way of another git. */
  readonly reads?: boolean;
  /** Made by a run that has a shell ready for it. */
  readonly often?: boolean;
  /** May be made in the same breath where this one goes well and says nothing on stderr; it has the same folder and the same time. */
  readonly next?: Pick<GitCall, "args" | "input">;
}

/** Longest run of what only reads or moves; commits, with their hooks, say their own. */
export const GIT_TIMEOUT_MS = 2 * 60_000;

/** Before what any call asks of git. */
export const PLAIN = ["-c", "color.ui=false"];

/** Where the repository is whose work tree holds the path. The last one fails where there is no work tree. */
export function repositoryCall(path: string): GitCall {
  const asked = ["--is-bare-repository", "--absolute-git-dir", "--git-path", "hooks", "--show-toplevel"];
  return { cwd: "/", args: ["-C", path, "rev-parse", "--path-format=absolute", ...asked], reads: true };
}

/** Which of the paths are ignored. "./" keeps a leading colon from being read as more than a name. */
export function ignoredCall(topLevel: string, paths: readonly string[]): GitCall {
  const input = paths.map((path) => `./${path}\0`).join("");
  return { cwd: topLevel, args: ["check-ignore", "-z", "--stdin"], input, reads: true };
}
