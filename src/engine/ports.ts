/** What the engine needs of the machine. Each call that changes the world is one numbered effect. */

import type { Git } from "#engine/git-port";

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
  /** Those of the paths at which there is anything, links followed; what may not be looked at isn't there. Far cheaper than as many stats. */
  present(paths: readonly string[]): Promise<string[]>;
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
  /** The same files behind a fence: what a path names in this folder must also lie in it when links are followed, looked at in the moment of each read and write. Else PATH_VIOLATION. */
  within(folder: string): Files;
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
  /** Calls back once, as soon as everything that runs now waits for something. */
  soon(task: () => void): void;
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
  /** What a sweep of the target would end. */
  listSession(target: SweepTarget): Promise<ListedProcess[]>;
  /** Whether any process has the file open; true where the platform doesn't tell. */
  hasOpen(path: string): Promise<boolean>;
  /** Absolute path of an executable on PATH (or of a path with a slash), null when there is none. */
  which(binary: string): Promise<string | null>;
  /** This process's own environment, a copy. */
  environment(): Record<string, string>;
}

export interface ListedProcess {
  readonly pid: number;
  /** Null where the platform doesn't tell. */
  readonly name: string | null;
}

export interface SweepTarget {
  /** Matches a session mark that is or contains it. */
  readonly mark: string;
  /** Group leader of a session; only trusted when its start time still matches. */
  readonly leader: ProcessIdentity | null;
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
