import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import {
  listActiveLoops,
  listDeadLoops,
  refreshActiveLoop,
  registerActiveLoop,
  removeActiveLoop,
} from "#engine/stores/active-loops";
import { acquireLoopLock } from "#engine/stores/loop-lock";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const ACTIVE = "/home/user/.tool/active";
const startedAt = "2026-11-20T22:00:00.000Z";

const setUp = async () => {
  const world = createMemoryWorld();
  const start = async (project: string, pid: number) => {
    const paths = backlogPaths(project);
    const ports = world.runner(pid);
    await ports.files.makeDir(paths.stateDir);
    const lock = await acquireLoopLock(ports, paths, null);
    await registerActiveLoop(ports, paths, { startedAt, status: "starting" });
    return { paths, ports, lock };
  };
  return { world, start };
};

describe("active loops", () => {
  it("are one file each, named by the first 16 hex digits of the state directory's SHA-256", async () => {
    const { world, start } = await setUp();
    const { ports } = await start("/work", 77);
    const name = `${ports.machine.sha256("/work/.tool").slice(0, 16)}.json`;
    expect([...world.files.tree(ACTIVE).keys()]).toEqual([name]);
    expect(JSON.parse(world.files.textOf(`${ACTIVE}/${name}`) ?? "")).toEqual({
      stateDir: "/work/.tool",
      projectPath: "/work",
      backlogRoot: "/work/.tool",
      pid: 77,
      startedAt,
      status: "starting",
    });
  });

  it("are the same loop through a link", async () => {
    const { world, start } = await setUp();
    await start("/work", 77);
    world.files.plantLink("/alias", "/work");
    await registerActiveLoop(world.runner(77), backlogPaths("/alias"), { startedAt, status: "starting" });
    expect(world.files.tree(ACTIVE).size).toBe(1);
  });

  it("are listed with their latest status, and gone at the end", async () => {
    const { start } = await setUp();
    const first = await start("/one", 77);
    const second = await start("/two", 78);
    await refreshActiveLoop(first.ports, first.paths, "sleeping_limit");
    const live = await listActiveLoops(second.ports);
    expect(live.map(({ projectPath, status }) => `${projectPath} ${status}`).sort()).toEqual([
      "/one sleeping_limit",
      "/two starting",
    ]);
    await removeActiveLoop(first.ports, first.paths);
    expect(await listActiveLoops(second.ports)).toMatchObject([{ projectPath: "/two" }]);
  });

  it("drop out of the list with their process or their lock, and so does what is no entry", async () => {
    const { world, start } = await setUp();
    const dead = await start("/dead", 77);
    const unlocked = await start("/unlocked", 78);
    const live = await start("/live", 79);
    world.processes.kill(77);
    if (unlocked.lock.kind === "acquired") await unlocked.lock.release();
    world.files.plant({ [`${ACTIVE}/0123456789abcdef.json`]: "{", [`${ACTIVE}/notes.txt`]: "mine" });
    expect(await listActiveLoops(live.ports)).toMatchObject([{ projectPath: "/live" }]);
    expect(await listDeadLoops(live.ports)).toMatchObject([{ projectPath: "/dead" }]);
    expect(world.files.tree(ACTIVE).size).toBe(3);
    expect(world.files.textOf(`${ACTIVE}/notes.txt`)).toBe("mine");
    expect(await listActiveLoops(dead.ports)).toHaveLength(1);
  });

  it.each([
    ["their locks", "/work/.tool/"],
    ["their entries", ACTIVE],
  ])("are kept when %s can't be read just now", async (_name, below) => {
    const { world, start } = await setUp();
    const { ports } = await start("/work", 77);
    world.files.hook = ({ op, path }) => {
      if (op === "read" && path.startsWith(below)) throw new ToolError("IO_ERROR", "too many open files");
    };
    expect(await listActiveLoops(ports)).toEqual([]);
    expect(await listDeadLoops(ports)).toEqual([]);
    world.files.hook = null;
    expect(await listActiveLoops(ports)).toMatchObject([{ projectPath: "/work" }]);
  });

  it("touch no other process's entry, and need none", async () => {
    const { world, start } = await setUp();
    const { ports, paths } = await start("/work", 77);
    const other = world.runner(78);
    await refreshActiveLoop(other, paths, "error");
    await removeActiveLoop(other, paths);
    expect(await listActiveLoops(ports)).toMatchObject([{ status: "starting" }]);
    await removeActiveLoop(ports, paths);
    await refreshActiveLoop(ports, paths, "running");
    expect(await listActiveLoops(ports)).toEqual([]);
  });
});
