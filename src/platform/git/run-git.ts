import type { ChildProcess } from "node:child_process";
import { ToolError } from "#contracts/error";
import { KILL_GRACE_MS, MAX_FILE_BYTES, TAIL_CHARS } from "#contracts/limits";
import { ENV } from "#contracts/names";
import { gitMark } from "#core/git/git-mark";
import { createLinuxProcesses } from "#platform/processes/linux-processes";
import { awaitClose, awaitExit, drainOutput, failedStart } from "#platform/processes/await-exit";
import { builtin } from "#platform/builtin";
import { createGitShell } from "#platform/git/git-shell";
import { createGitStop, type GitStop } from "#platform/git/git-stop";

interface GitCall {
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
}

export interface GitAnswer {
  /** Null when it was ended by a signal, as at its timeout. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The output goes on, but only keepBytes were kept. */
  readonly cut: boolean;
}

export type RunGit = (call: GitCall) => Promise<GitAnswer>;

/** Longest run of what only reads or moves; commits, with their hooks, say their own. */
const TIMEOUT_MS = 2 * 60_000;
const STDERR_CHARS = 256 * 1024;
const PLAIN = ["-c", "color.ui=false"];
/** Set by a git that runs us as its hook: they name its repository, not ours. */
const FOREIGN_REPOSITORY = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
];

/** Runs git without a shell, a prompt, an editor or a terminal, in English, in a group that is ended at the timeout. */
export function createGitRunner(inherited: NodeJS.ProcessEnv, stop: GitStop = createGitStop()): RunGit {
  let known: Promise<NodeJS.ProcessEnv> | null = null;
  const shell = createGitShell(stop);
  return async ({ cwd, args, input, timeoutMs = TIMEOUT_MS, reads = false, often = false, keepBytes }) => {
    stop.allow();
    const env = await (known ??= gitEnvironment(inherited));
    const words = [...PLAIN, ...args];
    const call = { cwd, args: words, timeoutMs, ...(input === undefined ? {} : { input }) };
    const answer = often ? await shell(env, call) : null;
    if (answer !== null) return { ...answer, cut: false };
    const readEnv = { ...env, GIT_OPTIONAL_LOCKS: "0" };
    const child = start(words, cwd, reads ? readEnv : env, input !== undefined);
    const release = stop.watch((name) => endGroup(child.pid, name));
    const exited = awaitExit(child);
    const closed = awaitClose(child);
    const stdout: Buffer[] = [];
    const mostBytes = keepBytes ?? MAX_FILE_BYTES;
    let stderr = "";
    let bytes = 0;
    let timedOut = false;
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (bytes < mostBytes) stdout.push(chunk.subarray(0, mostBytes - bytes));
      bytes += chunk.length;
      if (bytes > mostBytes) endGroup(child.pid, "SIGKILL");
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-STDERR_CHARS);
    });
    const timers = [
      setTimeout(() => {
        timedOut = true;
        endGroup(child.pid, "SIGTERM");
      }, timeoutMs),
      setTimeout(() => endGroup(child.pid, "SIGKILL"), timeoutMs + KILL_GRACE_MS),
    ];
    const exit = await exited;
    release();
    for (const timer of timers) clearTimeout(timer);
    await drainOutput(child, closed);
    if (exit.spawnError !== null) throw notStarted(exit.spawnError, cwd);
    const cut = bytes > mostBytes;
    if (cut && keepBytes === undefined) throw tooLong(args);
    return { exitCode: exit.exitCode, stdout: Buffer.concat(stdout).toString("utf8"), stderr, timedOut, cut };
  };
}

/** Git's own words about a failure, without its hints; the end where they are long. */
export function wordsOf(answer: GitAnswer): string {
  if (answer.timedOut) return "It took too long and was ended.";
  const said = answer.stderr.trim() === "" ? answer.stdout : answer.stderr;
  const lines = said.split("\n").filter((line) => !line.startsWith("hint:"));
  return lines.join("\n").trim().slice(-TAIL_CHARS) || `git ended with ${answer.exitCode ?? "a signal"}.`;
}

/** The deed completes the sentence "git can't …". */
export function gitFailure(deed: string, answer: GitAnswer): ToolError {
  const details = { exitCode: answer.exitCode };
  return new ToolError("CONFLICT", `git can't ${deed}.`, { reason: wordsOf(answer), details });
}

/** The answer's output, or the failure. */
export function mustSucceed(deed: string, answer: GitAnswer): string {
  if (answer.exitCode === 0) return answer.stdout;
  throw gitFailure(deed, answer);
}

async function gitEnvironment(inherited: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { ...inherited };
  for (const name of [...FOREIGN_REPOSITORY, "LANGUAGE"]) delete env[name];
  const marks = [inherited[ENV.session], await ownMark()].filter((mark) => mark !== undefined);
  if (marks.length > 0) env[ENV.session] = marks.join(":");
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true" };
}

/** Only where environments can be read: a git that outlives us is found by it. */
async function ownMark(): Promise<string | undefined> {
  const row = await createLinuxProcesses().row(process.pid);
  return (row && gitMark({ pid: row.pid, processStartTime: row.startTime })) ?? undefined;
}

function start(args: string[], cwd: string, env: NodeJS.ProcessEnv, hasInput: boolean): ChildProcess {
  try {
    return builtin.childProcess().spawn("git", args, {
      cwd,
      env,
      detached: true,
      stdio: [hasInput ? "pipe" : "ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw notStarted(failedStart(error).spawnError ?? "", cwd);
  }
}

function endGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}

function notStarted(errno: string, cwd: string): ToolError {
  const reason = errno === "ENOENT" ? "git is not on PATH." : `The system says ${errno}.`;
  return new ToolError("CONFLICT", "git can't be started.", { reason, details: { errno, cwd } });
}

function tooLong(args: readonly string[]): ToolError {
  const reason = `git ${args[0] ?? ""} printed more than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`;
  return new ToolError("CONFLICT", "git's answer is too long.", { reason });
}
