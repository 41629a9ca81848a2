import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { atomicWrite, sweepTemps } from "#engine/files/atomic-write";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createMortalPorts } from "../../../test/fakes/mortal-ports.ts";

const FILE = "/work/a.json";
const BACKUP = "/work/a.json.bak";

const setUp = (texts: Record<string, string> = { [FILE]: "one" }) => {
  const world = createMemoryWorld();
  world.files.plant(texts);
  return { world, ports: world.runner() };
};

const names = (world: ReturnType<typeof createMemoryWorld>): string[] => [
  ...world.files.tree("/work").keys(),
];

describe("atomicWrite", () => {
  it("creates and replaces, and leaves nothing else behind", async () => {
    const { world, ports } = setUp({ "/work/other": "" });
    await atomicWrite(ports, FILE, "one");
    await atomicWrite(ports, FILE, "two");
    expect(world.files.textOf(FILE)).toBe("two");
    expect(names(world)).toEqual(["other", "a.json"]);
  });

  it("keeps what stood there before as the backup, each time", async () => {
    const { world, ports } = setUp();
    await atomicWrite(ports, FILE, "two", { backup: BACKUP });
    expect(world.files.textOf(BACKUP)).toBe("one");
    await atomicWrite(ports, FILE, "three", { backup: BACKUP });
    expect(world.files.textOf(BACKUP)).toBe("two");
    expect(names(world).sort()).toEqual(["a.json", "a.json.bak"]);
  });

  it("makes no backup of a file that isn't there", async () => {
    const { world, ports } = setUp({ "/work/other": "" });
    await atomicWrite(ports, FILE, "one", { backup: BACKUP });
    expect(world.files.textOf(BACKUP)).toBeNull();
  });

  it("keeps a backup that an edit in place of the new file can't reach", async () => {
    const { world, ports } = setUp();
    await atomicWrite(ports, FILE, "two", { backup: BACKUP });
    world.files.plant({ [FILE]: "edited in place" });
    expect(world.files.textOf(BACKUP)).toBe("one");
  });

  it("keeps the mode of an existing file and takes the given one for a new one", async () => {
    const { world, ports } = setUp();
    world.files.chmod(FILE, 0o600);
    await atomicWrite(ports, FILE, "two", { mode: 0o644 });
    expect((await world.files.stat(FILE))?.mode).toBe(0o600);
    await atomicWrite(ports, "/work/new", "", { mode: 0o640 });
    expect((await world.files.stat("/work/new"))?.mode).toBe(0o640);
  });

  it("writes to where a link leads, and leaves the link", async () => {
    const { world, ports } = setUp({ "/work/real/a.json": "one" });
    world.files.plantLink(FILE, "real/a.json");
    await atomicWrite(ports, FILE, "two");
    expect((await world.files.linkStat(FILE))?.kind).toBe("link");
    expect(world.files.textOf("/work/real/a.json")).toBe("two");
    expect(names(world)).toEqual(["real/a.json", "a.json"]);
  });

  it.each(["write", "link", "rename"] as const)(
    "removes its temporary file when %s fails, and names the file that the user knows",
    async (op) => {
      const { world, ports } = setUp();
      world.files.hook = (effect) => {
        if (effect.op === op) {
          throw new ToolError("IO_ERROR", `${effect.path} can't be written: no space left on the disk.`);
        }
      };
      const failure = await atomicWrite(ports, FILE, "two", { backup: BACKUP }).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: "IO_ERROR" });
      expect(String(failure)).toMatch(/a\.json(\.bak)? can't be written: no space left on the disk\.$/);
      expect(world.files.textOf(FILE)).toBe("one");
      expect(names(world)).toEqual(["a.json"]);
    },
  );
});

describe("a writer killed between any two effects", () => {
  const counted = async (): Promise<number> => {
    const { ports } = setUp({ [FILE]: "two", [BACKUP]: "one" });
    const mortal = createMortalPorts(ports, { at: -1, when: "before", onDeath: () => undefined });
    await atomicWrite(mortal.ports, FILE, "three", { backup: BACKUP });
    return mortal.calls();
  };

  it("leaves the old text or the new, a whole backup, and what a sweep removes", async () => {
    const calls = await counted();
    expect(calls).toBeGreaterThan(4);
    for (let at = 1; at <= calls; at += 1) {
      const { world, ports } = setUp({ [FILE]: "two", [BACKUP]: "one" });
      const onDeath = (): void => world.processes.kill(ports.machine.pid);
      const mortal = createMortalPorts(ports, { at, when: "before", onDeath });
      void atomicWrite(mortal.ports, FILE, "three", { backup: BACKUP });
      await mortal.dead;
      expect(world.files.textOf(FILE)).toBe("two");
      expect(["one", "two"]).toContain(world.files.textOf(BACKUP));

      const next = world.runner();
      await atomicWrite(next, FILE, "four", { backup: BACKUP });
      expect(world.files.textOf(BACKUP)).toBe("two");
      await sweepTemps(next, "/work");
      expect(names(world).sort()).toEqual(["a.json", "a.json.bak"]);
    }
  });
});

describe("sweepTemps", () => {
  it("leaves the files of writers that live, and everything that isn't one of ours", async () => {
    const { world, ports } = setUp({});
    world.processes.plant(41);
    world.files.plant({
      "/work/a.json.41-0123abcd.tmp": "",
      "/work/a.json.42-0123abcd.tmp": "",
      "/work/notes.tmp": "",
    });
    expect(await sweepTemps(ports, "/work")).toBe(1);
    expect(names(world)).toEqual(["a.json.41-0123abcd.tmp", "notes.tmp"]);
    expect(await sweepTemps(ports, "/nowhere")).toBe(0);
  });
});
