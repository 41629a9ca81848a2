import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Socket } from "node:net";
import { ENV } from "#contracts/names";
import type { SpawnRequest } from "#engine/ports";
import { builtin } from "#platform/builtin";
import { quoted } from "#platform/processes/quoted";
import { which } from "#platform/processes/which";

/** A process that was started ahead and becomes the next agent: a fork of ours takes milliseconds, and the time for it is while git commits what the agent before has done. */
export interface ReadyStart {
  /** The waiting process, on its way to be the program; null where that has to be started in the ordinary way. */
  take(request: SpawnRequest): ChildProcessWithoutNullStreams | null;
  /** Has one wait for a program that has just been run, for a moment. */
  prepare(request: SpawnRequest): void;
}

interface Waiting {
  readonly child: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  readonly release: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Reads one line, byte by byte so that nothing else is taken, and does what it says; without one it ends. */
const GATE = 'IFS= read -r deed <&3 && eval "$deed"';
const WAIT_MS = 1000;
/** Longer ones are read more slowly than a fork takes. */
const MOST_CHARS = 2000;
const PRINTABLE = /^[ -~]*$/;
const SET_BY_CD = new Set(["PWD", "OLDPWD"]);
/** What a shell passes on as it is. */
const VARIABLE = /^[A-Za-z_]\w*$/;

export function createReadyStart(): ReadyStart {
  let waiting: Waiting | null = null;
  return {
    take(request) {
      const taken = waiting;
      waiting = null;
      if (taken === null) return null;
      const deed = programOf(request) === taken.program ? deedOf(request, taken.env) : null;
      if (deed === null || taken.child.exitCode !== null || taken.child.signalCode !== null) {
        taken.release();
        return null;
      }
      return admit(taken, deed);
    },
    prepare(request) {
      const program = programOf(request);
      if (waiting !== null || program === null) return;
      const mine = openGate(request, program, () => {
        if (waiting === mine) waiting = null;
      });
      waiting = mine;
    },
  };
}

/** Which file it is and in which state, so that what ran before will run again; null where a shell can't start it as we do. */
function programOf({ binary, env }: SpawnRequest): string | null {
  if (binary.startsWith("-") || (binary.includes("/") && !isAbsolute(binary))) return null;
  if (!Object.keys(env).every((name) => VARIABLE.test(name))) return null;
  const path = which(binary, env["PATH"]);
  const stat = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${path} ${stat.dev} ${stat.ino} ${stat.ctimeMs}`;
}

function openGate(request: SpawnRequest, program: string, gone: () => void): Waiting | null {
  // Without the session's mark: this process belongs to none yet.
  const { [ENV.session]: _, ...env } = request.env;
  let child: ChildProcess;
  try {
    const stdio = ["pipe", "pipe", "pipe", "pipe"] as const;
    child = builtin
      .childProcess()
      .spawn("/bin/sh", ["-c", GATE], { cwd: request.cwd, env, detached: true, stdio: [...stdio] });
  } catch {
    return null;
  }
  child.on("error", () => undefined);
  if (child.pid === undefined) return null;
  const release = (): void => {
    for (const stream of child.stdio) stream?.destroy();
    gone();
  };
  child.once("exit", gone);
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  for (const handle of handlesOf(child)) handle.unref();
  const timer = setTimeout(release, WAIT_MS).unref();
  return { child, env, program, release, timer };
}

/** The line that makes it the agent, with what its environment has other than the one it waits in; null for what a line can't say. */
function deedOf({ binary, args, cwd, env }: SpawnRequest, base: Waiting["env"]): string | null {
  const changed = Object.entries(env).filter(([name, value]) => SET_BY_CD.has(name) || base[name] !== value);
  const removed = [...Object.keys(base), ...SET_BY_CD].filter((name) => env[name] === undefined);
  const steps = [
    ["cd", quoted(cwd)],
    ["export", ...changed.map(([name, value]) => `${name}=${quoted(value)}`)],
    ["unset", ...removed],
    ["exec", ...[binary, ...args].map(quoted), "3<&-"],
  ];
  const deed = steps.flatMap((words) => (words.length > 1 ? [words.join(" ")] : [])).join(" && ");
  return PRINTABLE.test(deed) && deed.length <= MOST_CHARS && existsSync(cwd) ? deed : null;
}

function admit({ child, timer }: Waiting, deed: string): ChildProcessWithoutNullStreams {
  clearTimeout(timer);
  for (const handle of handlesOf(child)) handle.ref();
  const control = child.stdio[3] as Socket;
  control.end(`${deed}\n`, () => control.destroy());
  return child as ChildProcessWithoutNullStreams;
}

function handlesOf(child: ChildProcess): { ref: () => void; unref: () => void }[] {
  return [child, ...(child.stdio as unknown as Socket[])];
}
