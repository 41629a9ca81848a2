import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { withSection } from "#engine/files/write-section";
import { interleave } from "../../../test/fakes/interleave.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createMortalPorts } from "../../../test/fakes/mortal-ports.ts";

const FILE = "/work/count";
const LOCK = `${FILE}.lock`;

const setUp = (seed = 1): MemoryWorld => {
  const world = createMemoryWorld();
  world.files.plant({ [FILE]: "0" });
  world.files.hook = interleave(seed);
  return world;
};

const plantLock = (world: MemoryWorld, pid: number, processStartTime: string | null): void =>
  world.files.plant({
    [LOCK]: JSON.stringify({ pid, startedAt: "2026-11-20T21:00:00.000Z", processStartTime, token: "old" }),
  });

const increment = async (ports: Ports): Promise<void> => {
  const count = Number(await ports.files.read(FILE));
  await atomicWrite(ports, FILE, String(count + 1));
};

const runAll = async (world: MemoryWorld, edit: (ports: Ports) => Promise<void>): Promise<number> => {
  const writer = async (ports: Ports): Promise<void> => {
    for (let round = 0; round < 10; round += 1) await edit(ports);
  };
  await Promise.all(Array.from({ length: 8 }, () => writer(world.runner())));
  return Number(world.files.textOf(FILE));
};

describe("withSection", () => {
  it("loses no edit of 8 writers at once, which without it are lost", async () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      expect(await runAll(setUp(seed), increment)).toBeLessThan(80);
      const world = setUp(seed);
      expect(await runAll(world, (ports) => withSection(ports, FILE, () => increment(ports)))).toBe(80);
      expect([...world.files.tree("/work").keys()]).toEqual(["count"]);
    }
  });

  it("is left when the body throws", async () => {
    const world = setUp();
    const ports = world.runner();
    const thrown = withSection(ports, FILE, () => Promise.reject(new Error("in the body")));
    await expect(thrown).rejects.toThrow("in the body");
    expect(world.files.textOf(LOCK)).toBeNull();
    expect(await withSection(ports, FILE, async () => "again")).toBe("again");
  });

  it("says LOCK_CONFLICT after 5 s of a live owner, touching nothing", async () => {
    const world = setUp();
    const owner = world.processes.plant(41);
    plantLock(world, owner.pid, owner.startTime);
    const before = world.clock.monotonic();
    const refused = await withSection(world.runner(), FILE, async () => "never").catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ToolError);
    expect(refused).toMatchObject({ code: "LOCK_CONFLICT", details: { file: FILE, pid: 41 } });
    const waited = world.clock.monotonic() - before;
    expect(waited).toBeGreaterThanOrEqual(5000);
    expect(waited).toBeLessThan(5100);
    expect(world.files.textOf(LOCK)).toContain('"old"');
    expect([...world.files.tree("/work").keys()]).toEqual(["count", "count.lock"]);
    expect(world.clock.pending).toBe(0);
  });

  it.each([
    ["a dead owner's", 41, "t41"],
    ["a recycled pid's", 5, "another start"],
  ])("takes over %s lock at once", async (_, pid, startTime) => {
    const world = setUp();
    world.processes.plant(5);
    plantLock(world, pid, startTime);
    expect(await withSection(world.runner(), FILE, async () => "entered")).toBe("entered");
    expect(world.clock.monotonic()).toBe(0);
    expect(world.files.textOf(LOCK)).toBeNull();
  });

  it.each(["", "{", "[]", '{"pid":"x"}'])("takes over a lock that can't be read: %j", async (text) => {
    const world = setUp();
    world.files.plant({ [LOCK]: text });
    expect(await withSection(world.runner(), FILE, async () => "entered")).toBe("entered");
  });

  it("says IO_ERROR naming the file when the folder refuses the lock", async () => {
    const refused = withSection(createMemoryWorld().runner(), "/nowhere/file", async () => "never");
    await expect(refused).rejects.toMatchObject({
      code: "IO_ERROR",
      message: expect.stringMatching(/file can't be written/),
    });
  });
});

describe("a writer killed between any two effects", () => {
  it("never keeps the next one out, and never lets two in", async () => {
    for (const stale of [false, true]) {
      for (let at = 1; at <= 40; at += 1) {
        const world = setUp(at);
        if (stale) plantLock(world, 41, "t41");
        const victim = world.runner();
        const onDeath = (): void => world.processes.kill(victim.machine.pid);
        const mortal = createMortalPorts(victim, { at, when: "after", onDeath });
        const first = withSection(mortal.ports, FILE, () => increment(mortal.ports));
        const outcome = await Promise.race([first.then(() => "lived"), mortal.dead.then(() => "died")]);
        const before = Number(world.files.textOf(FILE));
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            const ports = world.runner();
            await withSection(ports, FILE, () => increment(ports));
          }),
        );
        expect(Number(world.files.textOf(FILE))).toBe(before + 4);
        expect(world.files.textOf(LOCK)).toBeNull();
        if (outcome === "lived") break;
      }
    }
  });
});
