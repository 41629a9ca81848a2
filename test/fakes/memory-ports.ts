import type { Ports, UsageReading } from "#engine/ports";
import type { AgentScript } from "./agent-script.ts";
import { createFakeMachine } from "./fake-machine.ts";
import { createMemoryFiles, type MemoryFiles } from "./memory-files.ts";
import { createMemoryGit, type MemoryGit } from "./memory-git.ts";
import { createMemoryProcesses, type MemoryProcesses } from "./memory-processes.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

/** The world that several runners share: its files, its time, its processes, its repository. */
export interface MemoryWorld {
  readonly files: MemoryFiles;
  readonly clock: VirtualClock;
  readonly processes: MemoryProcesses;
  readonly git: MemoryGit;
  readonly templates: Map<string, string>;
  /** What the agents' vendors say, one answer after the other; nothing once they are used up. */
  readonly usage: (UsageReading | null)[];
  /** The ports of one more runner with a pid of its own, which is alive. */
  runner(pid?: number): Ports;
}

export interface MemoryWorldOptions {
  readonly topLevel?: string;
  /** False: the work tree is no repository yet. */
  readonly initialized?: boolean;
  readonly startMs?: number;
  readonly agents?: Readonly<Record<string, AgentScript>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const FIRST_RUNNER_PID = 100;

export function createMemoryWorld(options: MemoryWorldOptions = {}): MemoryWorld {
  const clock = createVirtualClock(options.startMs === undefined ? {} : { startMs: options.startMs });
  const files = createMemoryFiles({ now: () => clock.now() });
  const processes = createMemoryProcesses({
    clock,
    agents: options.agents ?? {},
    environment: options.environment ?? {},
  });
  const git = createMemoryGit(files, {
    topLevel: options.topLevel ?? "/work",
    initialized: options.initialized ?? true,
  });
  const templates = new Map<string, string>();
  const usage: (UsageReading | null)[] = [];
  let nextPid = FIRST_RUNNER_PID;
  return {
    files,
    clock,
    processes,
    git,
    templates,
    usage,
    runner(pid = nextPid++) {
      processes.plant(pid);
      return {
        files,
        clock,
        processes,
        git,
        machine: createFakeMachine(pid),
        usage: async () => usage.shift() ?? null,
        template: async (name) => templates.get(name) ?? "",
      };
    },
  };
}
