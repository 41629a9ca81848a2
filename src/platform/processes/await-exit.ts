import type { ChildProcess } from "node:child_process";
import { monotonicMs } from "#platform/monotonic";

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The system's code (ENOENT …) when there never was a process. */
  readonly spawnError: string | null;
}

/** How long a pipe may stay silent and open after the exit, and how long it may go on talking. */
const SILENT_MS = 300;
const TALKING_MS = 2000;

/** The exit of the process itself, whoever still holds its pipes; never rejects. */
export function awaitExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal, spawnError: null }));
    // An error of a process that does exist (a signal that could not be sent) ends nothing.
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve(failedStart(error));
    });
  });
}

export function failedStart(error: unknown): Exit {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return { exitCode: null, signal: null, spawnError: code };
}

/** To be made before the exit; resolves when all pipes have ended. */
export function awaitClose(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("close", () => resolve()));
}

/** After the exit: waits until what is left in the pipes has been read, and no longer than a stranger who holds them deserves. */
export async function drainOutput(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const outputs = [child.stdout, child.stderr];
  const talkUntilMs = monotonicMs() + TALKING_MS;
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  for (const output of outputs) output?.on("data", hear);
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<void>((resolve) => {
    const listen = (): void => {
      heard = false;
      // Timers run before the pipes are read: a loop that was busy must read once more before silence is believed.
      timer = setTimeout(
        () => setImmediate(() => (heard && monotonicMs() < talkUntilMs ? listen() : resolve())),
        SILENT_MS,
      );
    };
    listen();
  });
  await Promise.race([closed, silent]);
  clearTimeout(timer);
  for (const stream of [child.stdin, ...outputs]) stream?.destroy();
}
