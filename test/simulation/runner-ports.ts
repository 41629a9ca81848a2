import { ToolError } from "#contracts/error";
import { createCancelSource } from "#engine/cancel";
import type { Git } from "#engine/git-port";
import type { CancelToken, Clock, Files, Ports, Processes, Release } from "#engine/ports";
import type { MemoryWorld } from "../fakes/memory-ports.ts";
import { paths } from "../scenarios/night.ts";
import type { Chronicle } from "./chronicle.ts";
import type { Fault, Kill } from "./story.ts";

export interface RunnerPorts {
  readonly ports: Ports;
  /** Settles when the runner has been killed. */
  readonly dead: Promise<void>;
  readonly kill: () => void;
  readonly calls: () => number;
  /** Sleeps and intervals that this runner has not released. */
  readonly openTimers: () => number;
  /** Faults that really came. */
  readonly struck: () => readonly string[];
}

export interface RunnerFate {
  readonly pid: number;
  readonly kill: Kill | null;
  readonly faults: readonly Fault[];
  readonly as: "runner" | "command";
}

/** A run that calls this often runs in a circle. */
const MOST_CALLS = 60_000;
const never = new Promise<never>(() => undefined);

/** A runner's own view of the world: what it writes is chronicled, its faults strike, and once it is killed nothing it awaits ever returns. */
export function createRunnerPorts(world: MemoryWorld, chronicle: Chronicle, fate: RunnerFate): RunnerPorts {
  const base = world.runner(fate.pid);
  const death = createCancelSource();
  const struck: string[] = [];
  const counts = new Map<string, number>();
  let calls = 0;
  let tell: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (tell = resolve));

  const die = (): Promise<never> => {
    if (death.token.cause === null) {
      chronicle.say(`runner ${fate.pid} is killed at call ${calls}`);
      world.processes.kill(fate.pid);
      chronicle.released.add(fate.pid);
      death.cancel("request");
      tell();
    }
    return never;
  };
  /** Whether a fault of this kind strikes now. */
  const strikes = (on: Fault["on"], what: string): boolean => {
    const count = (counts.get(on) ?? 0) + 1;
    counts.set(on, count);
    const strikes = fate.faults.some(
      (fault) => fault.on === on && count >= fault.at && count < fault.at + fault.times,
    );
    if (strikes) {
      struck.push(on);
      chronicle.say(`runner ${fate.pid}: ${what} fails`);
    }
    return strikes;
  };
  const step = async (
    name: string,
    effect: () => Promise<unknown>,
    torn: (() => Promise<unknown>) | null,
  ): Promise<unknown> => {
    calls += 1;
    if (calls > MOST_CALLS) {
      chronicle.violate(`the run goes in a circle (${name})`);
      return die();
    }
    const kill = fate.kill !== null && "at" in fate.kill && fate.kill.at === calls ? fate.kill.when : null;
    if (death.token.cause !== null) return never;
    if (kill === "torn" && torn !== null) await torn();
    if (kill === "before" || kill === "torn") return die();
    const result = await effect();
    if (death.token.cause !== null) return never;
    return kill === "after" ? die() : result;
  };
  const shared = { world, chronicle, fate, step, strikes };
  const clock = mortalClock(base.clock, death.token);
  const ports: Ports = {
    ...base,
    clock: clock.clock,
    files: mortalFiles(base.files, shared),
    git: mortalGit(base.git, shared),
    processes: mortalProcesses(base.processes, shared, death.token, die),
  };
  return {
    ports,
    dead,
    kill: () => void die(),
    calls: () => calls,
    openTimers: clock.open,
    struck: () => struck,
  };
}

interface Shared {
  readonly world: MemoryWorld;
  readonly chronicle: Chronicle;
  readonly fate: RunnerFate;
  readonly step: (
    name: string,
    effect: () => Promise<unknown>,
    torn: (() => Promise<unknown>) | null,
  ) => Promise<unknown>;
  readonly strikes: (on: Fault["on"], what: string) => boolean;
}

const FAULT_OF: Readonly<Partial<Record<keyof Files, Fault["on"]>>> = {
  write: "write",
  makeDir: "write",
  append: "append",
  rename: "rename",
  link: "rename",
  remove: "remove",
  read: "read",
};

function mortalFiles(files: Files, { world, chronicle, fate, step, strikes }: Shared): Files {
  return new Proxy(files, {
    get(target, name: keyof Files) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function" || name === "watch") return method;
      return (...args: unknown[]): Promise<unknown> => {
        const [path, text] = args as [string, string];
        const half = (): Promise<unknown> =>
          Reflect.apply(method, target, [
            path,
            text.slice(0, text.length >> 1),
            ...args.slice(2),
          ]) as Promise<unknown>;
        const tears = (name === "write" || name === "append") && !path.endsWith(".lock");
        const effect = async (): Promise<unknown> => {
          const kind = FAULT_OF[name];
          if (kind !== undefined && strikes(kind, `${name} ${path}`)) {
            if (tears) await half();
            throw new ToolError("IO_ERROR", `${path} can't be used: no space left on the disk.`, {
              details: { path },
            });
          }
          const isBacklog = name === "rename" && args[1] === paths.backlog;
          const before = isBacklog ? world.files.textOf(paths.backlog) : null;
          const result: unknown = await Reflect.apply(method, target, args);
          if (name === "remove" && path === paths.lock) chronicle.released.add(fate.pid);
          // From here on nothing tells which commits were foreign.
          if (name === "remove" && path === paths.state) chronicle.lost.memory = true;
          if (isBacklog) {
            const after = world.files.textOf(paths.backlog) ?? "";
            chronicle.backlogWritten({ kind: fate.as, pid: fate.pid }, before, after);
          }
          return result;
        };
        return step(`files.${name}`, effect, tears ? half : null);
      };
    },
  });
}

function mortalGit(git: Git, { world, chronicle, step, strikes }: Shared): Git {
  return new Proxy(git, {
    get(target, name: keyof Git) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]): Promise<unknown> => {
        const effect = async (): Promise<unknown> => {
          const what = `git ${name}`;
          if (strikes("git", what)) throw new ToolError("CONFLICT", `${what} failed: fatal`);
          if (name === "stash" && strikes("stash", what)) throw new ToolError("CONFLICT", "cannot stash");
          if (name === "commitAll" && strikes("commit", what))
            return { kind: "failed", words: "husky - pre-commit exited with 1", nested: [] };
          const result: unknown = await Reflect.apply(method, target, args);
          if (name === "switchBranch") chronicle.branchSwitched();
          if (name === "commitAll") chronicleCommit(world, chronicle, { byRunner: true, foreign: false });
          if (name === "stash" && result !== null)
            chronicle.say(`stash "${(result as { message: string }).message}"`);
          return result;
        };
        return step(`git.${name}`, effect, null);
      };
    },
  });
}

/** Notes HEAD's commit, which somebody has just made. */
export function chronicleCommit(
  world: MemoryWorld,
  chronicle: Chronicle,
  by: { readonly byRunner: boolean; readonly foreign: boolean },
): void {
  const [head] = world.git.log();
  if (head === undefined) return;
  chronicle.say(`commit "${head.subject}" ${by.byRunner ? "by the runner" : "by an agent"}`);
  for (const [path, text] of head.files) {
    for (const line of text.split("\n")) chronicle.committed.add(line);
    if (/\/(state\.json|.*\.lock|.*\.log|events\.ndjson|DONE|CANCEL|.*\.tmp|.*\.bak)$/.test(path))
      chronicle.violate(`bookkeeping rides in a commit: ${path}`);
  }
  const id = /^\[tool\] ([^:]+):/.exec(head.subject)?.[1];
  if (id === undefined || id === "backlog") return;
  chronicle.commits.push({ id, hash: head.hash, ...by });
  if (by.byRunner) chronicle.reopened.delete(id);
}

function mortalProcesses(
  processes: Processes,
  { step }: Shared,
  death: CancelToken,
  die: () => Promise<never>,
): Processes {
  const gone = { ended: never, end: () => undefined };
  return new Proxy(processes, {
    get(target, name: keyof Processes) {
      if (name === "environment") return () => target.environment();
      if (name === "spawn") {
        return (request: Parameters<Processes["spawn"]>[0]) => {
          if (death.cause !== null) return gone;
          const onLine: typeof request.onLine = (...line) => {
            if (death.cause === null) request.onLine(...line);
          };
          const child = target.spawn({ ...request, onLine });
          return {
            end: (graceMs: number) => child.end(graceMs),
            ended: child.ended.then((end) => (death.cause === null ? end : die())),
          };
        };
      }
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        step(`processes.${name}`, () => Reflect.apply(method, target, args), null);
    },
  });
}

function mortalClock(clock: Clock, death: CancelToken): { clock: Clock; open: () => number } {
  let open = 0;
  const either = (cancel: CancelToken | undefined): CancelToken => ({
    get cause() {
      return cancel?.cause ?? death.cause;
    },
    onCancel(listener) {
      const releases = [cancel?.onCancel(listener), death.onCancel(listener)];
      return () => {
        for (const release of releases) release?.();
      };
    },
  });
  return {
    open: () => open,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      async sleep(ms, cancel) {
        if (death.cause !== null) return never;
        open += 1;
        const how = await clock.sleep(ms, either(cancel));
        open -= 1;
        return death.cause === null ? how : never;
      },
      soon: (task) => clock.soon(() => void (death.cause === null && task())),
      every(ms, listener): Release {
        if (death.cause !== null) return () => undefined;
        open += 1;
        const stop = clock.every(ms, () => void (death.cause === null && listener()));
        const deaf = death.onCancel(() => stop());
        let released = false;
        return () => {
          if (released) return;
          released = true;
          open -= 1;
          stop();
          deaf();
        };
      },
    },
  };
}
