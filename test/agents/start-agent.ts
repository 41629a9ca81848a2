import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ENV } from "#contracts/names";
import type { ProcessEnd, ProcessIdentity, Processes, RunningProcess, SpawnRequest } from "#engine/ports";

export interface StartedAgent {
  readonly process: RunningProcess;
  readonly ended: Promise<ProcessEnd>;
  readonly mark: string;
  readonly lines: readonly { stream: "stdout" | "stderr"; line: string; cut: boolean }[];
  readonly stdout: () => string[];
  /** Resolves with the match of the first line of stdout that has one. */
  readonly says: (pattern: RegExp) => Promise<RegExpMatchArray>;
  readonly started: () => ProcessIdentity | null;
}

/** Absolute path of one of the executables beside this file. */
export const agentPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Starts an executable of this folder, or any by absolute path, as the runner starts an agent, and keeps what it says. */
export function startAgent(
  processes: Processes,
  name: string,
  request: Partial<SpawnRequest> = {},
): StartedAgent {
  const mark = request.mark ?? randomUUID();
  const lines: { stream: "stdout" | "stderr"; line: string; cut: boolean }[] = [];
  const waiting = new Set<() => void>();
  let identity: ProcessIdentity | null = null;
  const child = processes.spawn({
    binary: name.startsWith("/") ? name : agentPath(name),
    args: [],
    cwd: tmpdir(),
    stdin: null,
    mark,
    onStart: (process) => {
      identity = process;
    },
    ...request,
    env: { PATH: process.env["PATH"] ?? "", [ENV.session]: mark, ...request.env },
    onLine: (stream, line, cut) => {
      lines.push({ stream, line, cut });
      request.onLine?.(stream, line, cut);
      for (const look of waiting) look();
    },
  });
  const stdout = (): string[] => lines.flatMap((one) => (one.stream === "stdout" ? [one.line] : []));
  return {
    process: child,
    ended: child.ended,
    mark,
    lines,
    stdout,
    started: () => identity,
    says: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match =
            stdout()
              .map((line) => line.match(pattern))
              .find((one) => one !== null) ?? null;
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Whether a process runs; a zombie doesn't. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}
