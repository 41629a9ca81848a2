import type { ToolError } from "#contracts/error";
import type { Git } from "#engine/git-port";
import type { Files, Ports, Processes, RunningProcess } from "#engine/ports";

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
  /** An error given back is the effect's failure: it doesn't happen. */
  readonly before: (effect: Effect) => ToolError | null;
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
  "knows",
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

/** Counts every write, spawn and git call of a run, so that tests can name the n-th and stop the world or let it fail there. */
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
        const fault = observer.before(effect);
        if (fault !== null) return name === "spawn" ? unstarted(fault) : Promise.reject(fault);
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

/** A process that can't be started is a value. */
function unstarted({ message, details }: ToolError): RunningProcess {
  const errno = details?.["errno"];
  const spawnError = typeof errno === "string" ? errno : message;
  const ended = Promise.resolve({ exitCode: null, signal: null, spawnError, swept: 0 });
  return { ended, end: () => undefined };
}
