import { runCli } from "#cli/run-cli";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Marker } from "#contracts/schema/marker";
import { memoryHost, type MemoryHost, type MemoryHostFacts } from "../fakes/memory-host.ts";
import { terminalScreen } from "../fakes/terminal-screen.ts";
import { night, PROJECT, type Night, type Step } from "./night.ts";

/** A night that is looked at from a command line while it goes on, be it the one that started it or another. */
export interface WatchedNight {
  readonly night: Night;
  readonly host: MemoryHost;
  /** What stands on the terminal now, with the story's hashes and its turn of the spinner. */
  readonly screen: () => string;
  readonly run: (...argv: readonly string[]) => Promise<number>;
  /** Does it so many milliseconds after the first session began: what is loaded before takes no time of the story's. */
  readonly at: (ms: number, deed: () => void) => void;
  /** What stood on the terminal that many milliseconds after the first session began. */
  readonly shot: (ms: number) => Promise<string>;
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
  const waiting: (() => void)[] = [];
  const beginning = (step: Step): Step => {
    return (session, world) => {
      for (const begin of waiting.splice(0)) begin();
      return step(session, world);
    };
  };
  const begun = Object.entries(steps).map(([id, list]) => [id, list.map(beginning)] as const);
  const one = await night(items, Object.fromEntries(begun), { marker, branch: "night" });
  await one.write(".tool/backlog.json", JSON.stringify({ project: "ledger-api", description: "", items }));
  const { clock, git } = one.world;
  clock.jump(START_MS - clock.now());
  const host: MemoryHost = {
    ...memoryHost({
      cwd: PROJECT,
      ports: one.world.runner(),
      ...facts,
      env: { NO_COLOR: "1", ...facts.env },
    }),
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
