import type { ChildProcess } from "node:child_process";
import { ToolError } from "#contracts/error";
import { KILL_GRACE_MS, MAX_FILE_BYTES, TAIL_CHARS } from "#contracts/limits";
import { awaitClose, awaitExit, drainOutput, failedStart } from "#platform/processes/await-exit";
import { builtin } from "#platform/builtin";
import { GIT_TIMEOUT_MS, PLAIN, type GitCall } from "#platform/git/git-call";
import type { GitShell } from "#platform/git/git-shell";
import { gitStarter, type GitStarter } from "#platform/git/git-starter";
import { createGitStop, type GitStop } from "#platform/git/git-stop";

export interface GitAnswer {
  /** Null when it was ended by a signal, as at its timeout. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The output goes on, but only keepBytes were kept. */
  readonly cut: boolean;
  /** Of the call that may have been made in the same breath; without it, that one is still to be made. */
  readonly next?: Omit<GitAnswer, "next">;
}

export type RunGit = (call: GitCall) => Promise<GitAnswer>;

const STDERR_CHARS = 256 * 1024;

/** Runs git without a prompt, an editor or a terminal, in English, in a group that is ended at the timeout. */
export function createGitRunner(
  inherited: NodeJS.ProcessEnv,
  stop: GitStop = createGitStop(),
  early: GitStarter | null = null,
): RunGit {
  let started: Promise<GitStarter> | null = early && Promise.resolve(early);
  return async (call) => {
    const { cwd, args, input, timeoutMs = GIT_TIMEOUT_MS, reads = false, often = false, keepBytes } = call;
    stop.allow();
    const { env, shell } = await (started ??= gitStarter(inherited));
    if (!reads) shell.forget();
    if (often || (reads && keepBytes === undefined)) {
      const answer = await askShell(shell, call, stop);
      if (answer !== null) return answer;
      stop.allow();
    }
    const words = [...PLAIN, ...args];
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

async function askShell(
  shell: GitShell,
  { cwd, args, input, timeoutMs = GIT_TIMEOUT_MS, reads = false, next }: GitCall,
  stop: GitStop,
): Promise<GitAnswer | null> {
  const call = { cwd, args: [...PLAIN, ...args], timeoutMs, reads, ...(input !== undefined && { input }) };
  const more = next && { next: { ...next, args: [...PLAIN, ...next.args] } };
  const answer = await shell.ask({ ...call, ...more }, stop);
  if (answer === null) return null;
  const { next: second, ...first } = answer;
  return { ...first, cut: false, ...(second && { next: { ...second, cut: false } }) };
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
