import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { KILL_GRACE_MS } from "#contracts/limits";
import { builtin } from "#platform/builtin";
import { createGitStop, type GitStop } from "#platform/git/git-stop";

export interface ShellCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly timeoutMs: number;
}

export interface ShellAnswer {
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Null where the call has to be made without it: no shell, one at work already, or what a shell can't pass on. */
export type GitShell = (env: NodeJS.ProcessEnv, call: ShellCall) => Promise<ShellAnswer | null>;

interface Call {
  readonly token: string;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  readonly end: (exitCode: number | null) => void;
}

type Stream = "stdout" | "stderr";

const KEPT_CHARS = 256 * 1024;

/** A small process that stands ready to start git: a fork costs milliseconds once ours is large, and a run needs two an item. */
export function createGitShell(stop: GitStop = createGitStop()): GitShell {
  let child: ChildProcess | null = null;
  let current: Call | null = null;
  const hear = (stream: Stream, text: string): void => {
    if (current === null) return;
    current[stream] = (current[stream] + text).slice(-KEPT_CHARS);
    settle(current);
  };
  const gone = (): void => {
    child = null;
    current?.end(null);
  };
  return async (env, call) => {
    if (current !== null || call.input?.includes("\0") === true) return null;
    child ??= openShell(env, hear, gone);
    if (child === null) return null;
    const shell = child;
    const release = stop.watch((name) => endGroup(shell, name));
    return new Promise((resolve) => {
      current = beginCall(shell, call, (answer) => {
        current = null;
        release();
        resolve(answer);
      });
    });
  };
}

/** Null when there is none. It ends with us: its input is closed then. */
function openShell(
  env: NodeJS.ProcessEnv,
  hear: (stream: Stream, text: string) => void,
  gone: () => void,
): ChildProcess | null {
  try {
    const shell = builtin
      .childProcess()
      .spawn("/bin/sh", [], { env, cwd: "/", detached: true, stdio: ["pipe", "pipe", "pipe"] });
    shell.on("error", () => undefined);
    shell.stdin.on("error", () => undefined);
    if (shell.pid === undefined) return null;
    shell.once("exit", gone);
    shell.stdout.setEncoding("utf8").on("data", (text: string) => hear("stdout", text));
    shell.stderr.setEncoding("utf8").on("data", (text: string) => hear("stderr", text));
    for (const handle of [shell, shell.stdin, shell.stdout, shell.stderr]) (handle as Socket).unref();
    return shell;
  } catch {
    return null;
  }
}

/** Its timers keep us alive until it has ended. */
function beginCall(shell: ChildProcess, call: ShellCall, resolve: (answer: ShellAnswer) => void): Call {
  const timers = [
    setTimeout(() => {
      mine.timedOut = true;
      endGroup(shell, "SIGTERM");
    }, call.timeoutMs),
    setTimeout(() => endGroup(shell, "SIGKILL"), call.timeoutMs + KILL_GRACE_MS),
  ];
  const mine: Call = {
    token: `end-${builtin.crypto().randomUUID()}`,
    stdout: "",
    stderr: "",
    timedOut: false,
    end(exitCode) {
      for (const timer of timers) clearTimeout(timer);
      resolve({ exitCode, stdout: mine.stdout, stderr: mine.stderr, timedOut: mine.timedOut });
    },
  };
  shell.stdin?.write(scriptOf(call, mine.token));
  return mine;
}

/** Both streams say when they have said all of a call. */
function settle(call: Call): void {
  const status = new RegExp(`\\n${call.token} (\\d+)\\n`).exec(call.stdout);
  const errors = call.stderr.indexOf(`\n${call.token}\n`);
  if (status === null || errors < 0) return;
  call.stdout = call.stdout.slice(0, status.index);
  call.stderr = call.stderr.slice(0, errors);
  call.end(Number(status[1]));
}

function scriptOf({ cwd, args, input }: ShellCall, token: string): string {
  const words = ["git", ...args].map(quoted).join(" ");
  const source = input === undefined ? "</dev/null" : `<<'${token}'\n${input}\n${token}`;
  return `cd ${quoted(cwd)} && ${words} ${source}
printf '\\n${token} %d\\n' $?; printf '\\n${token}\\n' >&2
`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function endGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}
