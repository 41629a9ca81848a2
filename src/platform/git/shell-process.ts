import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { KILL_GRACE_MS } from "#contracts/limits";
import { builtin } from "#platform/builtin";
import { createShellStream, type ShellStream } from "#platform/git/shell-stream";
import { scriptOf, type ScriptCall } from "#platform/git/shell-script";
import { randomUuid } from "#platform/random-uuid";

export interface ShellCall extends ScriptCall {
  readonly timeoutMs: number;
}

export interface ShellAnswer {
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface ShellProcess {
  isGone(): boolean;
  isBusy(): boolean;
  /** After what was begun before. Null is an answer to what only reads: not whole, so that it has to be asked for again. */
  begin(call: ShellCall): Promise<ShellAnswer | null>;
  /** Of all it has started, too. */
  endGroup(signal: "SIGTERM" | "SIGKILL"): void;
  /** Whether it keeps us alive; at first it doesn't. */
  ref(): void;
  unref(): void;
}

interface Task {
  readonly call: ShellCall;
  readonly stdout: ShellStream;
  readonly stderr: ShellStream;
  timers: readonly NodeJS.Timeout[];
  timedOut: boolean;
  readonly resolve: (answer: ShellAnswer | null) => void;
}

type Stream = "stdout" | "stderr";

/** Of what can't be asked again, the end is enough to say what went wrong. */
const KEPT_CHARS = 256 * 1024;
const KEPT_CHARS_OF_READ = 16 * 1024 * 1024;
/** Not found, or not to be started: without a shell the system itself says why. */
const CANNOT_START = new Set([126, 127]);

/** Null when there is none. It ends with us: its input is closed then. */
export function openShell(env: NodeJS.ProcessEnv): ShellProcess | null {
  const child = spawnShell(env);
  if (child === null) return null;
  let tasks: readonly Task[] = [];
  let isGone = false;
  const endGroup = (signal: "SIGTERM" | "SIGKILL"): void => killGroup(child, signal);
  const limitFirst = (): void => {
    const [task] = tasks;
    if (task !== undefined) task.timers = limit(task, endGroup);
  };
  const end = (task: Task, answer: ShellAnswer | null): void => {
    tasks = tasks.filter((one) => one !== task);
    for (const timer of task.timers) clearTimeout(timer);
    task.resolve(answer);
  };
  const listen = (stream: Stream): void => {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      let rest: string | null = text;
      while (rest !== null) {
        const task = tasks.find((one) => one[stream].status() === null);
        if (task === undefined) return;
        rest = task[stream].hear(rest);
        if (task.stdout.status() === null || task.stderr.status() === null) continue;
        end(task, answerOf(task));
        limitFirst();
      }
    });
  };
  listen("stdout");
  listen("stderr");
  child.once("exit", () => {
    isGone = true;
    for (const task of tasks) end(task, answerOfDead(task));
  });
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) (handle as Socket).unref();
  return {
    isGone: () => isGone,
    isBusy: () => tasks.length > 0,
    begin: (call) =>
      new Promise((resolve) => {
        const token = `end-${randomUuid()}`;
        tasks = [...tasks, taskOf(call, token, resolve)];
        if (tasks.length === 1) limitFirst();
        child.stdin?.write(scriptOf(call, token));
      }),
    endGroup,
    ref: () => child.ref(),
    unref: () => child.unref(),
  };
}

function spawnShell(env: NodeJS.ProcessEnv): ChildProcess | null {
  try {
    const shell = builtin
      .childProcess()
      .spawn("/bin/sh", [], { env, cwd: "/", detached: true, stdio: ["pipe", "pipe", "pipe"] });
    shell.on("error", () => undefined);
    shell.stdin.on("error", () => undefined);
    return shell.pid === undefined ? null : shell;
  } catch {
    return null;
  }
}

function killGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}

function taskOf(call: ShellCall, token: string, resolve: Task["resolve"]): Task {
  const kept = call.reads === true ? KEPT_CHARS_OF_READ : KEPT_CHARS;
  const [stdout, stderr] = [createShellStream(token, kept), createShellStream(token, kept)];
  return { call, stdout, stderr, timers: [], timedOut: false, resolve };
}

/** What nobody waits for keeps no process alive. */
function limit(task: Task, endGroup: ShellProcess["endGroup"]): NodeJS.Timeout[] {
  const { timeoutMs } = task.call;
  const timers = [
    setTimeout(() => {
      task.timedOut = true;
      endGroup("SIGTERM");
    }, timeoutMs),
    setTimeout(() => endGroup("SIGKILL"), timeoutMs + KILL_GRACE_MS),
  ];
  for (const timer of timers) timer.unref();
  return timers;
}

function answerOf(task: Task): ShellAnswer | null {
  const exitCode = Number(task.stdout.status());
  const wasCut = task.stdout.wasCut() || task.stderr.wasCut();
  if (task.call.reads === true && (wasCut || CANNOT_START.has(exitCode))) return null;
  return { exitCode, ...said(task) };
}

function answerOfDead(task: Task): ShellAnswer | null {
  return task.call.reads === true && !task.timedOut ? null : { exitCode: null, ...said(task) };
}

function said({ stdout, stderr, timedOut }: Task): Omit<ShellAnswer, "exitCode"> {
  return { stdout: stdout.text(), stderr: stderr.text(), timedOut };
}
