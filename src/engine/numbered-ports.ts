import type { Git } from "#engine/git-port";
import type { Files, Ports, Processes } from "#engine/ports";

export interface Effect {
  /** From 1 on. */
  readonly index: number;
  /** Port and method, such as `files.rename`. */
  readonly name: string;
  /** The first path it is given, "" where it has none. */
  readonly path: string;
}

/** What either does happens at that very moment: the effect waits for it. */
export interface EffectObserver {
  readonly before: (effect: Effect) => void;
  /** The effect has happened, or failed; its caller doesn't know yet. */
  readonly after: (effect: Effect) => void;
}

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
  "init",
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
export function numberedPorts(ports: Ports, observer: EffectObserver): Ports {
  let count = 0;
  const numbered = <T extends object>(port: T, room: string, names: readonly (keyof T)[]): T => {
    const wrapped = { ...port };
    for (const name of names) {
      const call = port[name] as (...args: unknown[]) => unknown;
      wrapped[name] = ((...args: unknown[]) => {
        count += 1;
        const path = typeof args[0] === "string" ? args[0] : "";
        const effect = { index: count, name: `${room}.${String(name)}`, path };
        observer.before(effect);
        const result = call(...args);
        if (result instanceof Promise) return result.finally(() => observer.after(effect));
        observer.after(effect);
        return result;
      }) as T[keyof T];
    }
    return wrapped;
  };
  const numberedFiles = (files: Files): Files => ({
    ...numbered(files, "files", FILE_EFFECTS),
    within: (folder) => numberedFiles(files.within(folder)),
  });
  return {
    ...ports,
    files: numberedFiles(ports.files),
    git: numbered(ports.git, "git", GIT_EFFECTS),
    processes: numbered(ports.processes, "processes", PROCESS_EFFECTS),
  };
}
