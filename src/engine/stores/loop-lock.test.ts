import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import { inspectLock } from "#engine/files/inspect-lock";
import { acquireLoopLock, handover, type LockHeld, type LoopLock } from "#engine/stores/loop-lock";
import { interleave } from "../../../test/fakes/interleave.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createMortalPorts } from "../../../test/fakes/mortal-ports.ts";

const paths = backlogPaths("/work");
const GIT_LOCK = "/work/.git/tool-loop.lock";
const DEAD = { pid: 41, startedAt: "2026-11-20T01:00:00.000Z", processStartTime: "t41", token: "dead" };

const setUp = (seed = 1): MemoryWorld => {
  const world = createMemoryWorld();
  world.files.plant({ "/work/.git/HEAD": "", "/work/.tool/backlog.json": "" });
  world.files.hook = interleave(seed);
  return world;
};

const plant = (world: MemoryWorld, path: string, record: object): void =>
  world.files.plant({ [path]: JSON.stringify(record) });

const locks = (world: MemoryWorld): string[] =>
  [...world.files.tree("/work").keys()].filter((name) => name.includes("lock"));

const acquired = (result: LoopLock | LockHeld): LoopLock => {
  if (result.kind === "held") throw new Error(`held by ${result.record.pid}`);
  return result;
};

describe("acquireLoopLock", () => {
  it("writes who holds it, and gives both locks back", async () => {
    const world = setUp();
    const ports = world.runner(77);
    const lock = acquired(await acquireLoopLock(ports, paths, GIT_LOCK));
    expect(lock.previous).toBeNull();
    const record = {
      pid: 77,
      processStartTime: "t77",
      token: lock.token,
      startedAt: "2026-11-20T22:00:00.000Z",
    };
    expect(JSON.parse(world.files.textOf(paths.lock) ?? "")).toEqual(record);
    expect(JSON.parse(world.files.textOf(GIT_LOCK) ?? "")).toEqual(record);
    expect(await inspectLock(ports, paths.lock)).toMatchObject({ record, alive: true, stale: false });
    await lock.release();
    expect(locks(world)).toEqual([]);
    await lock.release();
  });

  it("is refused by a live owner, whose lock stays as it is", async () => {
    const world = setUp();
    await acquireLoopLock(world.runner(77), paths, GIT_LOCK);
    const text = world.files.textOf(paths.lock);
    const second = await acquireLoopLock(world.runner(78), paths, GIT_LOCK);
    expect(second).toMatchObject({ kind: "held", scope: "root", record: { pid: 77 } });
    expect(world.files.textOf(paths.lock)).toBe(text);
    expect(locks(world).sort()).toEqual([".git/tool-loop.lock", ".tool/.loop.lock"]);
  });

  it("takes none when another root of the work tree runs", async () => {
    const world = setUp();
    await acquireLoopLock(world.runner(77), paths, GIT_LOCK);
    const other = backlogPaths("/work", "/work/second/.tool");
    await world.files.makeDir(other.stateDir);
    const second = await acquireLoopLock(world.runner(78), other, GIT_LOCK);
    expect(second).toMatchObject({ kind: "held", scope: "repository", record: { pid: 77 } });
    expect(world.files.textOf(other.lock)).toBeNull();
  });

  it("takes the root's alone outside of a repository", async () => {
    const world = setUp();
    acquired(await acquireLoopLock(world.runner(), paths, null));
    expect(locks(world)).toEqual([".tool/.loop.lock"]);
  });

  it.each([
    ["a dead process", DEAD, DEAD],
    ["a recycled pid", { ...DEAD, pid: 5 }, { ...DEAD, pid: 5 }],
    ["somebody who can't be read", { pid: 5 }, null],
  ])("takes over the lock of %s", async (_, left, previous) => {
    const world = setUp();
    world.processes.plant(5, "started later");
    plant(world, paths.lock, left);
    plant(world, GIT_LOCK, left);
    expect((await inspectLock(world.runner(), paths.lock)).stale).toBe(true);
    const lock = acquired(await acquireLoopLock(world.runner(), paths, GIT_LOCK));
    expect(lock.previous).toEqual(previous);
    await lock.release();
    expect(locks(world)).toEqual([]);
  });

  it("respects a live process whose start time the platform doesn't tell", async () => {
    const world = setUp();
    world.processes.plant(5, null);
    plant(world, paths.lock, { ...DEAD, pid: 5, processStartTime: null });
    expect(await acquireLoopLock(world.runner(), paths, null)).toMatchObject({ kind: "held" });
  });

  it("is given back by its owner alone", async () => {
    const world = setUp();
    const lock = acquired(await acquireLoopLock(world.runner(), paths, GIT_LOCK));
    plant(world, paths.lock, { ...DEAD, token: "somebody else's" });
    await lock.release();
    expect(world.files.textOf(paths.lock)).toContain("somebody else's");
    expect(world.files.textOf(GIT_LOCK)).toBeNull();
  });

  it("moves with a handover, without a gap", async () => {
    const world = setUp();
    const recovery = acquired(await acquireLoopLock(world.runner(), paths, GIT_LOCK));
    const run = handover(recovery);
    await recovery.release();
    expect(run.token).toBe(recovery.token);
    expect(await acquireLoopLock(world.runner(), paths, GIT_LOCK)).toMatchObject({ kind: "held" });
    await run.release();
    expect(locks(world)).toEqual([]);
  });
});

describe("8 starters at once", () => {
  it.each(["no lock", "a stale lock", "stale locks and a stale guard"])(
    "after %s: exactly one wins",
    async (left) => {
      for (let seed = 1; seed <= 60; seed += 1) {
        const world = setUp(seed);
        if (left !== "no lock") plant(world, paths.lock, DEAD);
        if (left === "stale locks and a stale guard") {
          plant(world, GIT_LOCK, DEAD);
          plant(world, `${paths.lock}.guard.lock`, DEAD);
        }
        const results = await Promise.all(
          Array.from({ length: 8 }, () => acquireLoopLock(world.runner(), paths, GIT_LOCK)),
        );
        const winners = results.filter((result) => result.kind === "acquired");
        expect(winners).toHaveLength(1);
        expect(world.files.textOf(paths.lock)).toContain(winners[0]?.token);
        await winners[0]?.release();
        expect(locks(world)).toEqual([]);
      }
    },
  );

  it("exactly one wins wherever the one who takes over is killed", async () => {
    for (let at = 1; at <= 30; at += 1) {
      const world = setUp(at);
      plant(world, paths.lock, DEAD);
      const victim = world.runner();
      const onDeath = (): void => world.processes.kill(victim.machine.pid);
      const mortal = createMortalPorts(victim, { at, when: "after", onDeath });
      const first = acquireLoopLock(mortal.ports, paths, GIT_LOCK);
      const outcome = await Promise.race([first.then(() => "lived"), mortal.dead.then(() => "died")]);
      if (outcome === "lived") return;
      const results = await Promise.all(
        Array.from({ length: 8 }, () => acquireLoopLock(world.runner(), paths, GIT_LOCK)),
      );
      expect(results.filter((result) => result.kind === "acquired")).toHaveLength(1);
    }
    throw new Error("The victim never lived: its end was not reached.");
  });
});
