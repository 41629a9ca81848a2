/** What the engine needs of the machine. Each call that changes the world is one numbered effect. */

import type { FileChange } from "#core/git/file-change";

export type Release = () => void;

/** A cancel that is asked for once and heard by all; the first cause wins. */
export interface CancelToken {
  readonly cause: CancelCause | null;
  /** Calls back at once when already cancelled. */
  onCancel(listener: (cause: CancelCause) => void): Release;
}
/** `marker`: the CANCEL file · `signal`: SIGINT, SIGTERM, a closed terminal · `request`: a caller in this process. */
export type CancelCause = "marker" | "signal" | "request";

export type FileKind = "file" | "directory" | "link" | "other";

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes when the name points to another file; with size and mtime it identifies a version. */
  readonly inode: number;
  /** Owner may write; directories: may create in. */
  readonly mode: number;
}

export interface DirEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** Absence is a value (null, false, no-op); every other failure is a ToolError IO_ERROR with the path and the system's own word. */
export interface Files {
  /** UTF-8 without BOM; null when absent. Refuses files above MAX_FILE_BYTES and what is no regular file. A known text is given back as it is when the file still holds it, at less cost. */
  read(path: string, known?: string): Promise<string | null>;
  /** The last bytes from a line boundary on; null when absent. */
  readTail(path: string, maxBytes: number): Promise<string | null>;
  /** Whole lines from a byte offset on, at most maxBytes; `next` is the offset after the last whole line. */
  readLines(path: string, from: number, maxBytes: number): Promise<{ lines: string[]; next: number } | null>;
  /** Follows links. */
  stat(path: string): Promise<FileStat | null>;
  /** Doesn't follow the last link. */
  linkStat(path: string): Promise<FileStat | null>;
  realPath(path: string): Promise<string | null>;
  /** Null when there is no such directory; in the order of names. */
  list(path: string): Promise<DirEntry[] | null>;

  /** Replaces or creates in place (not atomic: stores go through atomicWrite). `exclusive`: "exists" instead of replacing. */
  write(
    path: string,
    text: string,
    options?: { exclusive?: boolean; mode?: number },
  ): Promise<"written" | "exists">;
  append(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A hard link, or a copy where the file system has none. "exists" when the new name is taken, "absent" when the old is gone. */
  link(existing: string, name: string): Promise<"linked" | "exists" | "absent">;
  /** False when it was not there. */
  remove(path: string): Promise<boolean>;
  removeDir(path: string): Promise<void>;
  makeDir(path: string): Promise<void>;
  /** Calls back on changes of entries of a directory; coalesced, a hint only: callers poll besides. */
  watch(directory: string, listener: (name: string | null) => void): Release;
}

export interface Clock {
  /** Milliseconds since the epoch, wall clock. */
  now(): number;
  /** Milliseconds, never going back. */
  monotonic(): number;
  /** Resolves after ms, or at once with "cancelled". The timer never outlives the promise. */
  sleep(ms: number, cancel?: CancelToken): Promise<"slept" | "cancelled">;
  /** Calls back every ms until released. */
  every(ms: number, listener: () => void): Release;
}

export interface Machine {
  readonly pid: number;
  readonly platform: string;
  readonly home: string;
  /** For private files of a session. */
  readonly tempDir: string;
  uuid(): string;
  sha256(text: string): string;
}

/** One agent process to start. */
export interface SpawnRequest {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child, the caller's own included. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed; null closes it at once. */
  readonly stdin: string | null;
  /** The value of the session mark in env: whatever bears it is ended with the session. */
  readonly mark: string;
  /** Whole lines without their end; a last line without one comes at the end. Lines above the cap arrive cut, with `cut` true. */
  readonly onLine: (stream: "stdout" | "stderr", line: string, cut: boolean) => void;
  /** Called as soon as the process exists. */
  readonly onStart?: (process: ProcessIdentity) => void;
}

export interface ProcessIdentity {
  readonly pid: number;
  /** The kernel's start time, opaque; null where the platform tells none. Tells a recycled pid. */
  readonly startTime: string | null;
}

export interface ProcessEnd {
  /** Null when it died by a signal or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started (ENOENT, EACCES …; ": <folder>" follows where the working directory is missing), else null. */
  readonly spawnError: string | null;
  /** Processes that the session left behind and that were ended with it. */
  readonly swept: number;
}

export interface RunningProcess {
  /** Settles once the process has exited and nothing that bears its mark, group or descent is alive; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** TERM to the whole session, KILL after the grace (0: at once). Lines that arrive later are not delivered. */
  end(graceMs: number): void;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface Processes {
  spawn(request: SpawnRequest): RunningProcess;
  /** A shell line in its own group with a cap on its output (tail kept); ended with all it started at the timeout or cancel. */
  runShell(line: string, cwd: string, timeoutMs: number, cancel?: CancelToken): Promise<CommandResult>;
  /** Whether a process of this pid lives (EPERM is alive), and its start time where the platform tells one. */
  identify(pid: number): Promise<{ alive: boolean; startTime: string | null }>;
  /** Ends what bears one of the marks or belongs to the group of a dead session; gives the number ended. */
  sweep(target: SweepTarget): Promise<number>;
  /** Whether any process has the file open; true where the platform doesn't tell. */
  hasOpen(path: string): Promise<boolean>;
  /** Absolute path of an executable on PATH (or of a path with a slash), null when there is none. */
  which(binary: string): Promise<string | null>;
  /** This process's own environment, a copy. */
  environment(): Record<string, string>;
}

export interface SweepTarget {
  /** Matches a session mark that is or contains it. */
  readonly mark: string;
  /** Group leader of a session; only trusted when its start time still matches. */
  readonly leader: ProcessIdentity | null;
}

/** Facts about a work tree, by files alone where possible. */
export interface GitHead {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Full hash, null before the first commit. */
  readonly commit: string | null;
}

export interface GitRepository {
  /** Absolute, of the work tree. */
  readonly topLevel: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where its hooks lie, core.hooksPath followed. */
  readonly hooksDir: string;
  readonly bare: boolean;
}

export interface DirtyEntry {
  /** Relative to the top level, "/" separated; as named now. */
  readonly path: string;
  readonly kind: "changed" | "untracked" | "unmerged";
}

export interface FoundCommit {
  readonly hash: string;
  readonly subject: string;
}

export interface GitDiff {
  /** The diffs of whole files, as many as stand in the first maxBytes. */
  readonly text: string;
  /** Every file that differs, in the text or not. */
  readonly files: readonly FileChange[];
}

export type CommitOutcome =
  | { readonly kind: "committed"; readonly hash: string }
  /** git's or the hook's own words, at most TAIL_CHARS. */
  | { readonly kind: "failed"; readonly words: string; readonly nested: readonly string[] };

/** Every method spawns exactly one git process unless its sentence says otherwise. Failures that aren't values: ToolError CONFLICT with git's words. */
export interface Git {
  /** Null outside of any repository. */
  repository(path: string): Promise<GitRepository | null>;
  /** Reads files; spawns only where the ref format isn't files. */
  head(repository: GitRepository): Promise<GitHead>;
  /** Reads files: a merge, rebase, cherry-pick or revert under way ("merge" …), or "conflict" for unmerged files without one (a stash that was popped), or null. */
  operationUnderWay(repository: GitRepository): Promise<string | null>;
  status(repository: GitRepository): Promise<DirtyEntry[]>;
  /** `git add -A` of the whole tree without the excluded paths, then `git commit`: two processes. Nested repositories are never added. */
  commitAll(repository: GitRepository, message: string, options?: CommitOptions): Promise<CommitOutcome>;
  /** Commits since the baseline (exclusive; null: all of history) whose subject starts with the prefix, newest first. */
  commitsSince(
    repository: GitRepository,
    baseline: string | null,
    subjectPrefix: string,
  ): Promise<FoundCommit[]>;
  /** Whether HEAD still holds the commit. */
  contains(repository: GitRepository, commit: string): Promise<boolean>;
  /** A file's text in a commit, null when not there. Path relative to the top level. */
  fileAt(repository: GitRepository, commit: string, path: string): Promise<string | null>;
  /** The commit's first parent, null of a first one. */
  parent(repository: GitRepository, commit: string): Promise<string | null>;
  /** From a commit or tree to another, without the tool's own files. Two processes. */
  diff(repository: GitRepository, from: string, to: string, maxBytes: number): Promise<GitDiff>;
  /** Staged, unstaged and untracked work without the tool's own files; null when there was nothing to stash. Never touches earlier stashes. Several processes. */
  stash(repository: GitRepository, message: string, options?: StashOptions): Promise<StashRef | null>;
  branchExists(repository: GitRepository, name: string): Promise<boolean>;
  /** At HEAD, and switches to it; local changes come along. */
  createBranch(repository: GitRepository, name: string): Promise<void>;
  /** Fails (ToolError CONFLICT) where local changes are in the way. */
  switchBranch(repository: GitRepository, name: string): Promise<void>;
  /** Of the given paths (relative to the top level) those that git ignores. */
  ignored(repository: GitRepository, paths: readonly string[]): Promise<string[]>;
  /** Reads files: whether a hook that runs at commit is active. */
  hasCommitHooks(repository: GitRepository): Promise<boolean>;
  maintain(repository: GitRepository): Promise<void>;
  /** Null when git isn't there. */
  version(): Promise<string | null>;
}

export interface CommitOptions {
  /** Only this path (relative to the top level) is added instead of everything. */
  readonly only?: string;
  /** Nested repositories to leave out, relative to the top level. */
  readonly exclude?: readonly string[];
}

export interface StashOptions {
  /** Left in the tree besides the state directories and nested repositories: files or folders, relative to the top level. */
  readonly exclude?: readonly string[];
}

export interface StashRef {
  /** Full hash of the stash commit. */
  readonly hash: string;
  readonly message: string;
}

/** How full one window of an agent's plan is. */
export interface UsageWindow {
  /** Percent, 0 to 100 and above. */
  readonly utilization: number;
  readonly resetsAtMs: number | null;
}

export interface UsageReading {
  readonly fiveHour: UsageWindow | null;
  readonly sevenDay: UsageWindow | null;
}

/** All of the machine that the engine may touch. */
export interface Ports {
  readonly files: Files;
  readonly clock: Clock;
  readonly machine: Machine;
  readonly processes: Processes;
  readonly git: Git;
  /** What an agent's vendor says of the plan's usage; null where nobody can be asked, and whenever asking fails. */
  readonly usage: (agentId: string) => Promise<UsageReading | null>;
  /** Text of one of the package's own template files. */
  readonly template: (name: string) => Promise<string>;
}
