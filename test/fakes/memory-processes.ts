import type { CommandResult, Clock, ProcessIdentity, Processes, SpawnRequest } from "#engine/ports";
import { runScript, type AgentScript } from "./agent-script.ts";

export interface MemoryProcessesOptions {
  readonly clock: Clock;
  /** Scripts by binary; others aren't found. */
  readonly agents?: Readonly<Record<string, AgentScript>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly runShell?: (line: string, cwd: string) => CommandResult | Promise<CommandResult>;
}

export interface MemoryProcesses extends Processes {
  readonly agents: Map<string, AgentScript>;
  /** Every request so far, in order. */
  readonly spawned: readonly SpawnRequest[];
  /** Pids alive now. */
  readonly alive: readonly number[];
  /** A process from elsewhere: another runner, what a dead session left. */
  plant(pid: number, startTime?: string | null, mark?: string): ProcessIdentity;
  kill(pid: number): void;
}

const FIRST_PID = 5000;

/** A table of processes, of which the spawned ones are scripts. */
export function createMemoryProcesses(options: MemoryProcessesOptions): MemoryProcesses {
  const agents = new Map(Object.entries(options.agents ?? {}));
  const table = new Map<number, { startTime: string | null; mark: string }>();
  const spawned: SpawnRequest[] = [];
  let nextPid = FIRST_PID;

  const plant = (pid: number, startTime: string | null = `t${pid}`, mark = ""): ProcessIdentity => {
    table.set(pid, { startTime, mark });
    return { pid, startTime };
  };
  const kill = (pid: number): void => void table.delete(pid);
  const sweep = (mark: string): number => {
    const bearers = [...table].filter(([, one]) => one.mark.includes(mark)).map(([pid]) => pid);
    bearers.forEach(kill);
    return bearers.length;
  };

  return {
    agents,
    spawned,
    plant,
    kill,
    get alive() {
      return [...table.keys()];
    },
    spawn(request) {
      spawned.push(request);
      const script = agents.get(request.binary);
      if (script === undefined) {
        const end = { exitCode: null, signal: null, spawnError: "ENOENT", swept: 0 };
        return { ended: Promise.resolve(end), end: () => undefined };
      }
      const begin = (): ProcessIdentity => {
        const pid = nextPid++;
        return plant(pid, `t${pid}`, request.mark);
      };
      const identity = begin();
      return runScript(script, request, identity, {
        clock: options.clock,
        leave: () => begin().pid,
        exit: () => {
          kill(identity.pid);
          return sweep(request.mark);
        },
      });
    },
    async runShell(line, cwd) {
      const result = await options.runShell?.(line, cwd);
      return result ?? { exitCode: 127, stdout: "", stderr: `${line}: not found`, timedOut: false };
    },
    async identify(pid) {
      const one = table.get(pid);
      return { alive: one !== undefined, startTime: one?.startTime ?? null };
    },
    sweep: async (target) => sweep(target.mark),
    listSession: async ({ mark }) =>
      [...table].flatMap(([pid, one]) =>
        mark !== "" && one.mark.includes(mark) ? [{ pid, name: "node" }] : [],
      ),
    hasOpen: async () => false,
    async which(binary) {
      if (!agents.has(binary)) return null;
      return binary.includes("/") ? binary : `/usr/bin/${binary}`;
    },
    environment: () => ({ ...options.environment }),
  };
}
