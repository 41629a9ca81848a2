import { describe, expect, it } from "vitest";
import { createMemoryWorld, type MemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { tailRun, type TailStep } from "#cli/watch/tail-run";
import { backlogPaths } from "#contracts/paths";
import { createCancelSource } from "#engine/cancel";

const paths = backlogPaths("/work");
const START = Date.UTC(2026, 10, 20, 22);
const iso = (ms: number): string => new Date(START + ms).toISOString();

const line = (seq: number, type: string, ms: number, more: object = {}): string =>
  `${JSON.stringify({ type, timestamp: iso(ms), projectPath: "/work", ...more, seq, schemaVersion: "1" })}\n`;
const begins = (ms: number): string => line(0, "loop_started", ms, { maxIterations: 20 });
const completes = (seq: number, ms: number): string =>
  line(seq, "loop_completed", ms, { completedCount: 0, blockedCount: 0 });

interface Stage {
  readonly world: MemoryWorld;
  /** A run in this status, of a process that lives or not; null: no lock. */
  readonly stand: (status: string, startedMs: number, owner: "alive" | "dead" | null) => Promise<void>;
  readonly log: (text: string) => Promise<unknown>;
  readonly at: (ms: number, deed: () => Promise<unknown>) => void;
  /** What came until the end, or until it was left. */
  readonly heard: (leaveMs?: number) => Promise<string[]>;
}

const PID = 4711;

async function stage(): Promise<Stage> {
  const world = createMemoryWorld({ topLevel: "/work", startMs: START });
  const { files, clock } = world;
  await files.makeDir(paths.stateDir);
  const lock = (startedMs: number): Promise<unknown> =>
    files.write(
      paths.lock,
      JSON.stringify({ pid: PID, startedAt: iso(startedMs), processStartTime: `t${PID}`, token: "x" }),
    );
  return {
    world,
    async stand(status, startedMs, owner) {
      const state = {
        status,
        iteration: 1,
        maxIterations: 20,
        currentItem: null,
        lastSignal: null,
        startedAt: iso(startedMs),
        updatedAt: iso(startedMs),
        completedItems: [],
        blockedItems: [],
        deferredItems: [],
        baseCommitHash: null,
        error: null,
      };
      // As a run does it: the lock is there before its first state, and goes after its last.
      if (owner !== null) await lock(startedMs);
      if (owner === "alive") world.processes.plant(PID);
      else world.processes.kill(PID);
      await files.write(paths.state, JSON.stringify(state));
      if (owner === null) await files.remove(paths.lock);
    },
    log: (text) => files.append(paths.eventsLog, text),
    at: (ms, deed) => void clock.sleep(ms).then(deed),
    async heard(leaveMs = 600_000) {
      const leave = createCancelSource();
      void clock.sleep(leaveMs).then(() => leave.cancel("request"));
      const heard: string[] = [];
      for await (const step of tailRun(world.runner(), paths, { intervalMs: 2000, leave: leave.token })) {
        const said = wordsOf(step);
        if (said !== heard.at(-1)) heard.push(said);
      }
      return heard;
    },
  };
}

const wordsOf = (step: TailStep): string => {
  switch (step.kind) {
    case "events":
      return step.events.map(({ type, seq }) => `${seq} ${type}`).join(", ");
    case "end":
      return `end: ${step.standing.kind}`;
    case "run":
    case "waiting":
    case "none":
      return step.kind;
  }
};

describe("a run", () => {
  it("that goes on is read as it grows, until its last word", async () => {
    const { stand, log, at, heard } = await stage();
    await stand("running", 0, "alive");
    await log(begins(0));
    at(5000, () => log(line(1, "iteration_start", 5000, { iteration: 1, maxIterations: 20 })));
    at(9000, () => stand("complete", 0, "alive"));
    at(9500, () => log(completes(2, 9500)));
    expect(await heard()).toEqual([
      "run",
      "0 loop_started",
      "waiting",
      "1 iteration_start",
      "waiting",
      "2 loop_completed",
      "end: ending",
    ]);
  });

  it("that ends without a last word is over when its lock is gone", async () => {
    const { stand, log, at, heard } = await stage();
    await stand("running", 0, "alive");
    await log(begins(0));
    at(5000, () => stand("weekly_limit", 0, "alive"));
    at(6000, () => stand("weekly_limit", 0, null));
    expect(await heard()).toEqual(["run", "0 loop_started", "waiting", "end: over"]);
  });

  it.each([
    ["complete", null, "over"],
    ["running", null, "dead"],
    ["sleeping_limit", "dead", "dead"],
  ] as const)("that is %s, its lock %s, is replayed and ends as %s", async (status, owner, kind) => {
    const { stand, log, heard } = await stage();
    await stand(status, 0, owner);
    await log(begins(0));
    expect(await heard()).toEqual(["run", "0 loop_started", `end: ${kind}`]);
  });

  it("whose state a reset has cleared is over", async () => {
    const { world, stand, log, at, heard } = await stage();
    await stand("running", 0, "alive");
    await log(begins(0));
    at(3000, async () => {
      await world.files.remove(paths.lock);
      await world.files.remove(paths.state);
    });
    expect(await heard()).toEqual(["run", "0 loop_started", "waiting", "end: none"]);
  });

  it("with a line that is none, or still being written, is read past it", async () => {
    const { stand, log, at, heard } = await stage();
    await stand("running", 0, "alive");
    await log(`${begins(0)}{ torn\n${line(1, "item_praised", 1)}{"type":"loop_`);
    at(3000, () => stand("complete", 0, null));
    expect(await heard()).toEqual(["run", "0 loop_started, 1 item_praised", "waiting", "end: over"]);
  });
});

describe("the run to come", () => {
  it("is waited for", async () => {
    const { stand, log, at, heard } = await stage();
    at(7000, () => stand("complete", 7000, "alive"));
    at(7000, () => log(begins(7000) + completes(1, 7000)));
    expect(await heard()).toEqual(["none", "run", "0 loop_started, 1 loop_completed", "end: ending"]);
  });

  it("leaves alone what the one before has left, while it takes its time to start", async () => {
    const { world, stand, log, at, heard } = await stage();
    await log(begins(0) + completes(1, 1));
    await stand("complete", 0, null);
    await world.files.write(
      paths.lock,
      JSON.stringify({ pid: PID, startedAt: iso(5000), processStartTime: `t${PID}`, token: "y" }),
    );
    world.processes.plant(PID);
    at(6000, async () => {
      await world.files.remove(paths.eventsLog);
      await log(begins(6000));
      await stand("running", 6000, "alive");
    });
    expect(await heard(20_000)).toEqual(["none", "run", "0 loop_started", "waiting"]);
  });

  it("is taken up where it begins, after the rest of the one before", async () => {
    const { world, stand, log, at, heard } = await stage();
    await stand("running", 0, "alive");
    await log(begins(0));
    at(5000, async () => {
      // All within one interval: the end, the archive, the next run.
      world.files.watch = () => () => undefined;
      await log(completes(1, 5000));
      await world.files.makeDir(`${paths.stateDir}/archive`);
      await world.files.rename(paths.eventsLog, `${paths.stateDir}/archive/20261120-220000-events.ndjson`);
      await log(begins(5500));
      await stand("running", 5500, "alive");
    });
    expect(await heard(20_000)).toEqual([
      "run",
      "0 loop_started",
      "waiting",
      "1 loop_completed",
      "run",
      "0 loop_started",
      "waiting",
    ]);
  });
});

it("leaving ends a wait at once and holds nothing", async () => {
  const { world, heard } = await stage();
  expect(await heard(500)).toEqual(["none"]);
  expect(world.clock.now()).toBe(START + 500);
  expect(world.clock.pending).toBe(0);
});
