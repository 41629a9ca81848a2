import type { Git } from "#engine/git-port";
import type { Files, Ports } from "#engine/ports";

export interface MortalPorts {
  readonly ports: Ports;
  /** Calls of files and git so far. */
  readonly calls: () => number;
  /** Settles when the runner has been killed. */
  readonly dead: Promise<void>;
}

/** The ports of a runner that is killed right before its n-th call (from 1) of files or git, or right after it: nothing it awaits ever returns, as after SIGKILL. */
export function createMortalPorts(
  ports: Ports,
  kill: { readonly at: number; readonly when: "before" | "after"; readonly onDeath: () => void },
): MortalPorts {
  let calls = 0;
  let gone = false;
  let tell: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const never = new Promise<never>(() => undefined);
  const die = (): Promise<never> => {
    if (!gone) {
      gone = true;
      kill.onDeath();
      tell();
    }
    return never;
  };
  const wrap = <T extends Files | Git>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function" || name === "watch" || name === "within") return method;
        return async (...args: unknown[]): Promise<unknown> => {
          calls += 1;
          const last = calls === kill.at;
          if (gone || (last && kill.when === "before")) return die();
          const result: unknown = await Reflect.apply(method, target, args);
          return gone || last ? die() : result;
        };
      },
    });
  return { ports: { ...ports, files: wrap(ports.files), git: wrap(ports.git) }, calls: () => calls, dead };
}
