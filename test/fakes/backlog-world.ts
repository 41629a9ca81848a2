import { backlogPaths } from "#contracts/paths";
import type { ArchiveMonth } from "#contracts/schema/archive";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";
import type { Marker } from "#contracts/schema/marker";
import type { Ports } from "#engine/ports";
import { createMemoryWorld, type MemoryWorld } from "./memory-ports.ts";
import { createMortalPorts } from "./mortal-ports.ts";

export const paths = backlogPaths("/work");

const MARKER: Marker = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: "2026-11-12T10:00:00Z",
  installedBy: "1.0.0",
  profile: {
    stack: "unknown",
    packageManager: null,
    monorepo: false,
    commands: { test: null, typecheck: null, lint: null, build: null, format: null },
    verify: "",
  },
  artifactHashes: {},
  options: { runtime: "global" },
};

export interface BacklogWorld extends MemoryWorld {
  backlog(): Backlog;
  /** Ids by status, in the order of the file. */
  statuses(): Record<string, string>;
  /** Ids of a month's archive, as often as they stand there. */
  archived(month: string): string[];
  /** Leaves a lock whose owner lives. */
  lockBy(pid: number): void;
}

/** An installed project in a repository with one commit, and nothing running. Files are relative to the project. */
export async function backlogWorld(
  items: readonly BacklogItem[],
  options: {
    readonly marker?: Marker["options"];
    readonly state?: Partial<LoopState>;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<BacklogWorld> {
  const world = createMemoryWorld({ topLevel: "/work" });
  const texts = {
    ".git/HEAD": "",
    ".tool.json": JSON.stringify({ ...MARKER, options: { ...MARKER.options, ...options.marker } }),
    ".tool/backlog.json": JSON.stringify({ project: "work", description: "", items, extra: "kept" }),
    ...(options.state !== undefined && {
      ".tool/state.json": JSON.stringify({ ...STATE, ...options.state }),
    }),
    ...options.files,
  };
  world.files.plant(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/work/${name}`, text])));
  const repository = await world.git.repository("/work");
  if (repository === null) throw new Error("The world has no repository");
  await world.git.commitAll(repository, "Start");
  const backlog = (): Backlog => JSON.parse(world.files.textOf(paths.backlog) ?? "") as Backlog;
  return {
    ...world,
    backlog,
    statuses: () => Object.fromEntries(backlog().items.map(({ id, status }) => [id, status])),
    archived(month) {
      const text = world.files.textOf(`${paths.archive}/${month}.json`);
      return text === null ? [] : (JSON.parse(text) as ArchiveMonth).items.map(({ id }) => id);
    },
    lockBy(pid) {
      world.processes.plant(pid, "t1");
      const record = { pid, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "run" };
      world.files.plant({ [paths.lock]: JSON.stringify(record) });
    },
  };
}

const STATE: LoopState = {
  status: "running",
  iteration: 1,
  maxIterations: 20,
  currentItem: null,
  lastSignal: null,
  startedAt: "2026-11-20T21:00:00.000Z",
  updatedAt: "2026-11-20T21:30:00.000Z",
  completedItems: [],
  blockedItems: [],
  deferredItems: [],
  baseCommitHash: null,
  error: null,
};

const MOST_CALLS = 300;

/** Kills a deed right before and right after each of its calls of files and git, each time in a world of its own; `check` sees what is left. Ends with the first that lived. */
export async function killAtEachCall<World extends MemoryWorld>(
  makeWorld: () => Promise<World>,
  deed: (ports: Ports) => Promise<unknown>,
  check: (world: World) => Promise<void>,
): Promise<number> {
  for (const when of ["before", "after"] as const) {
    for (let at = 1; ; at += 1) {
      if (at > MOST_CALLS) throw new Error(`Not through after ${MOST_CALLS} calls.`);
      const world = await makeWorld();
      const victim = world.runner();
      const onDeath = (): void => world.processes.kill(victim.machine.pid);
      const mortal = createMortalPorts(victim, { at, when, onDeath });
      const lived = deed(mortal.ports).then(() => true);
      const survived = await Promise.race([lived, mortal.dead.then(() => false)]);
      await check(world);
      if (!survived) continue;
      if (when === "after") return at - 1;
      break;
    }
  }
  return 0;
}
