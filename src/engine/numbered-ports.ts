import type { Files, Git, Ports, Processes } from "#engine/ports";

/** Called before each effect with its number, from 1 on, and its name; what it throws or does happens instead. */
export type EffectObserver = (index: number, name: string) => void;

const FILE_EFFECTS = [
  "write",
  "append",
  "rename",
  "link",
  "remove",
  "removeDir",
  "makeDir",
] as const satisfies readonly (keyof Files)[];

const GIT_EFFECTS = [
  "repository",
  "status",
  "commitAll",
  "commitsSince",
  "contains",
  "fileAt",
  "parent",
  "diff",
  "stash",
  "branchExists",
  "createBranch",
  "switchBranch",
  "ignored",
  "maintain",
] as const satisfies readonly (keyof Git)[];

const PROCESS_EFFECTS = ["spawn", "runShell", "sweep"] as const satisfies readonly (keyof Processes)[];

/** Counts every write, spawn and git call of a run, so that tests can name the n-th and stop the world there. */
export function numberedPorts(ports: Ports, observe: EffectObserver): Ports {
  let count = 0;
  const numbered = <T extends object>(port: T, room: string, names: readonly (keyof T)[]): T => {
    const wrapped = { ...port };
    for (const name of names) {
      const effect = port[name] as (...args: unknown[]) => unknown;
      wrapped[name] = ((...args: unknown[]) => {
        count += 1;
        observe(count, `${room}.${String(name)}`);
        return effect(...args);
      }) as T[keyof T];
    }
    return wrapped;
  };
  return {
    ...ports,
    files: numbered(ports.files, "files", FILE_EFFECTS),
    git: numbered(ports.git, "git", GIT_EFFECTS),
    processes: numbered(ports.processes, "processes", PROCESS_EFFECTS),
  };
}
