import { runCli } from "#cli/run-cli";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Marker } from "#contracts/schema/marker";
import type { Ports } from "#engine/ports";
import { memoryHost, type MemoryHost, type MemoryHostFacts } from "../fakes/memory-host.ts";
import { terminalScreen } from "../fakes/terminal-screen.ts";
import { night, PROJECT, type Night, type Step } from "./night.ts";

/** A night that is started from the command line and looked at while it goes on. */
export interface WatchedNight {
  readonly night: Night;
  readonly host: MemoryHost;
  /** What stands on the terminal now, with the story's hashes and its turn of the spinner. */
  screen(): string;
  run(...argv: readonly string[]): Promise<number>;
  /** Does it so many milliseconds after the first session began: what is loaded before takes no time of the story's. */
  at(ms: number, deed: () => void): void;
  /** What stood on the terminal that many milliseconds after the first session began. */
  shot(ms: number): Promise<string>;
}

export interface WatchedOptions {
  readonly marker?: Partial<Marker["options"]>;
  readonly facts?: MemoryHostFacts;
}

/** 23:04:11 where the story takes place. */
const START_MS = Date.UTC(2026, 10, 20, 22, 4, 11);

export async function watchedNight(
  items: readonly BacklogItem[],
  steps: Readonly<Record<string, readonly Step[]>>,
  { marker = {}, facts = {} }: WatchedOptions = {},
): Promise<WatchedNight> {
  const one = await night(items, steps, { marker, branch: "night" });
  await one.write(".tool/backlog.json", JSON.stringify({ project: "ledger-api", description: "", items }));
  const { clock, git } = one.world;
  clock.jump(START_MS - clock.now());
  const waiting: (() => void)[] = [];
  const runner = one.world.runner();
  const ports: Ports = {
    ...runner,
    processes: {
      ...runner.processes,
      spawn(request) {
        for (const begin of waiting.splice(0)) begin();
        return runner.processes.spawn(request);
      },
    },
  };
  const host: MemoryHost = {
    ...memoryHost({ cwd: PROJECT, ports, ...facts, env: { NO_COLOR: "1", ...facts.env } }),
    now: () => clock.now(),
    every: (ms, listener) => clock.every(ms, listener),
  };
  const screen = (): string => {
    let text = terminalScreen(host.out()).replaceAll(/^[⠋⠙⠹⠸⠼⠴⠦⠧]/gm, "⠹");
    for (const { subject, hash } of git.log()) {
      const id = /^\[tool\] (\d+):/.exec(subject)?.[1];
      text = text.replaceAll(
        hash.slice(0, 7),
        id === undefined ? "3f2a1c9" : (HASHES[id] ?? `000000${id.at(-1)}`),
      );
    }
    return text;
  };
  const at = (ms: number, deed: () => void): void => {
    waiting.push(() => void clock.sleep(ms).then(deed));
  };
  return {
    night: one,
    host,
    screen,
    run: (...argv) => runCli(argv, host),
    at,
    shot: (ms) => new Promise((resolve) => at(ms, () => resolve(screen()))),
  };
}

const HASHES: Readonly<Record<string, string>> = {
  "001": "1f3a9c2",
  "002": "8be10d4",
  "003": "5d07c1a",
  "006": "9c1e07b",
  "008": "e77f0d3",
};
