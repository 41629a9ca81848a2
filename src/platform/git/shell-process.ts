import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { KILL_GRACE_MS } from "#contracts/limits";
import { builtin } from "#platform/builtin";
import { openSaidFile, type SaidFile } from "#platform/git/said-file";
import { createShellStream, type ShellStream } from "#platform/git/shell-stream";
import { NOT_MADE, scriptOf, scriptOfPair, type ScriptCall } from "#platform/git/shell-script";
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
  /** Of the call that was to be made next; without it, that one is still to be made. */
  readonly next?: Omit<ShellAnswer, "next">;
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
  const said = openSaidFile();
  const child = spawnShell(env, said);
  if (child === null) {
    said?.close();
    return null;
  }
  const endGroup = (signal: "SIGTERM" | "SIGKILL"): void => killGroup(child, signal);
  const queue = createQueue(endGroup);
  let isGone = false;
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => queue.hear(stream, text));
  }
  child.once("exit", () => {
    isGone = true;
    queue.fail();
    // Whoever waits for an answer hears first what was said.
    setImmediate(() => said?.close());
  });
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) (handle as Socket).unref();
  return {
    isGone: () => isGone,
    isBusy: () => queue.isBusy(),
    async begin({ next, ...call }) {
      const [token, nextToken] = [`end-${randomUuid()}`, `end-${randomUuid()}`];
      const first = queue.add(call, token);
      if (next === undefined || said === null || !said.ready()) {
        child.stdin?.write(scriptOf(call, token));
        return first;
      }
      const { cwd, timeoutMs } = call;
      const second = queue.add({ cwd, timeoutMs, ...next }, nextToken);
      child.stdin?.write(scriptOfPair(call, token, { cwd, ...next }, nextToken));
      const [answer, more] = await Promise.all([first, second]);
      if (answer === null || (answer.exitCode === 0 && more !== null))
        return answer && withNext(answer, more);
      return withWords(answer, said.words(KEPT_CHARS));
    },
    endGroup,
    ref: () => child.ref(),
    unref: () => child.unref(),
  };
}

interface Queue {
  add(call: ShellCall, token: string): Promise<ShellAnswer | null>;
  isBusy(): boolean;
  hear(stream: Stream, text: string): void;
  /** The shell is gone. */
  fail(): void;
}

/** The calls that the shell was told, in their order; a call's time begins when those before it have ended. */
function createQueue(endGroup: ShellProcess["endGroup"]): Queue {
  let tasks: readonly Task[] = [];
  const limitFirst = (): void => {
    const [task] = tasks;
    if (task !== undefined) task.timers = limit(task, endGroup);
  };
  const end = (task: Task, answer: ShellAnswer | null): void => {
    tasks = tasks.filter((one) => one !== task);
    for (const timer of task.timers) clearTimeout(timer);
    task.resolve(answer);
  };
  return {
    add: (call, token) =>
      new Promise((resolve) => {
        tasks = [...tasks, taskOf(call, token, resolve)];
        if (tasks.length === 1) limitFirst();
      }),
    isBusy: () => tasks.length > 0,
    hear(stream, text) {
      let rest: string | null = text;
      while (rest !== null) {
        const task = tasks.find((one) => one[stream].status() === null);
        if (task === undefined) return;
        rest = task[stream].hear(rest);
        if (task.stdout.status() === null || task.stderr.status() === null) continue;
        end(task, answerOf(task));
        limitFirst();
      }
    },
    fail() {
      for (const task of tasks) end(task, answerOfDead(task));
    },
  };
}

const withNext = (answer: ShellAnswer, next: ShellAnswer | null): ShellAnswer =>
  next === null ? answer : { ...answer, next };

/** A second call that wasn't made although the first went well and said nothing tells that a word may have been lost. */
export function withWords(answer: ShellAnswer, words: string): ShellAnswer {
  if (answer.exitCode !== 0 || words !== "") return { ...answer, stderr: words };
  return {
    ...answer,
    exitCode: 1,
    stderr: "What git says can't be kept: the folder of temporary files is full.",
  };
}

function spawnShell(env: NodeJS.ProcessEnv, said: SaidFile | null): ChildProcess | null {
  const pipes = ["pipe", "pipe", "pipe"] as const;
  const stdio = said === null ? [...pipes] : [...pipes, said.fd];
  try {
    const shell = builtin.childProcess().spawn("/bin/sh", [], { env, cwd: "/", detached: true, stdio });
    shell.on("error", () => undefined);
    shell.stdin?.on("error", () => undefined);
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
  if (task.stdout.status() === NOT_MADE) return null;
  const exitCode = Number(task.stdout.status());
  const wasCut = task.stdout.wasCut() || task.stderr.wasCut();
  if (task.call.reads === true && (wasCut || CANNOT_START.has(exitCode))) return null;
  return { exitCode, ...wordsOf(task) };
}

function answerOfDead(task: Task): ShellAnswer | null {
  return task.call.reads === true && !task.timedOut ? null : { exitCode: null, ...wordsOf(task) };
}

function wordsOf({ stdout, stderr, timedOut }: Task): Omit<ShellAnswer, "exitCode"> {
  return { stdout: stdout.text(), stderr: stderr.text(), timedOut };
}
