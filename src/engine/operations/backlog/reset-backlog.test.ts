import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { resetBacklog } from "#engine/operations/backlog/reset-backlog";
import { readStatus } from "#engine/operations/loop/read-status";
import { restoreBacklog } from "#engine/operations/backlog/restore-backlog";
import {
  backlogWorld,
  killAtEachCall,
  paths,
  type BacklogWorld,
} from "../../../../test/fakes/backlog-world.ts";
import { sampleItem } from "../../../../test/samples/sample-item.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const done = (id: string): BacklogItem =>
  sampleItem(id, { status: "done", completedAt: "2026-10-05T00:00:00Z" });
const ITEMS: readonly BacklogItem[] = [
  done("001"),
  sampleItem("002", { status: "in_progress" }),
  sampleItem("003", { status: "blocked", blockedReason: "no token" }),
  sampleItem("004", { status: "blocked", blockedReason: "no signal", deferred: true }),
  sampleItem("005"),
];
const LOG = "[2026-11-20 21:00:00] Loop started (maxIterations=20)\n";
const FILES = {
  ".tool/progress.md": "001: mind the gap\n",
  ".tool/tool.log": LOG,
  ".tool/DONE": "error\n",
  ".tool/CANCEL": "",
};
const SOFT = { clear: false, keepProgress: false, keepLog: false };
const CLEAR = { ...SOFT, clear: true };
const FRESH = templateTexts["progress.md"] ?? "";

const make = async (items = ITEMS, state: object = { currentItem: "002" }): Promise<BacklogWorld> => {
  const world = await backlogWorld(items, { state, files: FILES });
  for (const [name, text] of Object.entries(templateTexts)) world.templates.set(name, text);
  return world;
};
const read = (world: BacklogWorld, name: string): string | null => world.files.textOf(`/work/.tool/${name}`);

describe("backlog reset", () => {
  it("sweeps what is done, requeues what was in progress, forgets the run; blocks stay", async () => {
    const world = await make();
    expect(await resetBacklog(world.runner(), paths, SOFT)).toEqual({
      sweep: { archivedCount: 1, archivedMonths: ["2026-10"] },
      requeued: ["002"],
      recovered: [],
      removed: [],
      archivedFiles: [],
      stateCleared: true,
    });
    expect(world.archived("2026-10")).toEqual(["001"]);
    expect(world.statuses()).toEqual({
      "002": "pending",
      "003": "blocked",
      "004": "blocked",
      "005": "pending",
    });
    expect(["state.json", "DONE", "CANCEL", ".loop.lock"].map((name) => read(world, name))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(read(world, "progress.md")).toBe(FILES[".tool/progress.md"]);
    expect(read(world, "tool.log")).toBe(`${LOG}[2026-11-20 22:00:00] Loop reset\n`);
  });

  it("status is idle afterwards, not what the old log tells", async () => {
    const world = await make();
    await resetBacklog(world.runner(), paths, SOFT);
    expect((await readStatus(world.runner(), paths)).report.loopState).toBe("IDLE");
  });

  it("ends what a killed run left running, and takes over its lock", async () => {
    const world = await make();
    world.lockBy(41);
    world.processes.kill(41);
    world.processes.plant(42, "t42", "run");
    await resetBacklog(world.runner(), paths, SOFT);
    expect(world.processes.alive).not.toContain(42);
    expect(read(world, ".loop.lock")).toBeNull();
  });

  it("an item that was written done and not committed is pending, not archived", async () => {
    const world = await make([done("001"), done("002")], { currentItem: "002" });
    expect(await resetBacklog(world.runner(), paths, SOFT)).toMatchObject({ requeued: ["002"] });
    expect([world.statuses(), world.archived("2026-10")]).toEqual([{ "002": "pending" }, ["001"]]);
  });

  it("works outside of a repository too", async () => {
    const world = await make();
    const ports = { ...world.runner(), git: { ...world.git, repository: async () => null } };
    expect(await resetBacklog(ports, paths, SOFT)).toMatchObject({ requeued: ["002"] });
  });

  it("an unreadable state.json goes like any other", async () => {
    const world = await make();
    world.files.plant({ [paths.state]: "{" });
    expect(await resetBacklog(world.runner(), paths, SOFT)).toMatchObject({ stateCleared: true });
  });

  it.each([SOFT, CLEAR])("is refused under a live loop and changes nothing: %j", async (input) => {
    const world = await make();
    world.lockBy(41);
    const before = world.files.tree("/work");
    await expect(resetBacklog(world.runner(), paths, input)).rejects.toMatchObject({
      code: "LOCK_CONFLICT",
      details: { pid: 41 },
    });
    expect(world.files.tree("/work")).toEqual(before);
  });

  it("is refused while another root of the repository runs", async () => {
    const world = await make();
    const record = { pid: 41, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "other" };
    world.processes.plant(41, "t1");
    world.files.plant({ "/work/.git/tool-loop.lock": JSON.stringify(record) });
    await expect(resetBacklog(world.runner(), paths, SOFT)).rejects.toMatchObject({ code: "LOCK_CONFLICT" });
    expect(world.statuses()["002"]).toBe("in_progress");
  });

  it("needs an installed project", async () => {
    const world = await make();
    await world.files.remove(paths.marker);
    await expect(resetBacklog(world.runner(), paths, SOFT)).rejects.toMatchObject({ code: "NOT_INSTALLED" });
  });
});

describe("backlog reset --clear", () => {
  it("empties the items too; progress and log go to the archive, progress starts anew", async () => {
    const world = await make();
    expect(await resetBacklog(world.runner(), paths, CLEAR)).toMatchObject({
      sweep: { archivedCount: 1 },
      requeued: [],
      removed: ["002", "003", "004", "005"],
      archivedFiles: [".tool/archive/20261120-220000-progress.md", ".tool/archive/20261120-220000-tool.log"],
    });
    expect(world.backlog()).toMatchObject({ project: "work", items: [], extra: "kept" });
    expect(read(world, "archive/20261120-220000-progress.md")).toBe(FILES[".tool/progress.md"]);
    expect(read(world, "archive/20261120-220000-tool.log")).toBe(LOG);
    expect([read(world, "progress.md"), read(world, "tool.log")]).toEqual([FRESH, null]);
  });

  it.each([
    [{ keepProgress: true }, [".tool/archive/20261120-220000-tool.log"]],
    [{ keepLog: true }, [".tool/archive/20261120-220000-progress.md"]],
    [{ keepLog: true, keepProgress: true }, []],
  ])("%j", async (kept, archivedFiles) => {
    const world = await make();
    expect(await resetBacklog(world.runner(), paths, { ...CLEAR, ...kept })).toMatchObject({ archivedFiles });
  });

  it("twice in a second: neither archived file is lost, and a fresh progress.md isn't kept", async () => {
    const world = await make();
    await resetBacklog(world.runner(), paths, CLEAR);
    expect(await resetBacklog(world.runner(), paths, CLEAR)).toMatchObject({ archivedFiles: [] });
    world.files.plant({ [paths.progress]: "more\n" });
    const { archivedFiles } = await resetBacklog(world.runner(), paths, CLEAR);
    expect(archivedFiles).toEqual([".tool/archive/20261120-220001-progress.md"]);
    expect(read(world, "archive/20261120-220000-progress.md")).toBe(FILES[".tool/progress.md"]);
  });

  it("a restore brings the removed items back", async () => {
    const world = await make();
    await resetBacklog(world.runner(), paths, CLEAR);
    await restoreBacklog(world.runner(), paths);
    expect(Object.keys(world.statuses())).toEqual(["001", "002", "003", "004", "005"]);
  });

  it("of a root of another name puts the log where git ignores it", async () => {
    const world = await make();
    const root = { project: "p", description: "", items: ITEMS };
    world.files.plant({
      "/work/plans/backlog.json": JSON.stringify(root),
      "/work/plans/progress.md": "learned\n",
      "/work/plans/.tool/tool.log": LOG,
    });
    const other = backlogPaths("/work", "/work/plans");
    expect(await resetBacklog(world.runner(), other, CLEAR)).toMatchObject({
      archivedFiles: [
        "plans/archive/20261120-220000-progress.md",
        "plans/.tool/archive/20261120-220000-tool.log",
      ],
    });
    expect(world.statuses()).toMatchObject({ "002": "in_progress" });
  });
});

describe.each([
  ["backlog reset", SOFT, { "002": "pending", "003": "blocked", "004": "blocked", "005": "pending" }],
  ["backlog reset --clear", CLEAR, {}],
])("%s, killed at any call", (_, input, statuses) => {
  it("loses nothing, and the next one ends it", async () => {
    const calls = await killAtEachCall(
      () => make(),
      (ports) => resetBacklog(ports, paths, input),
      async (world) => {
        expect([...Object.keys(world.statuses()), ...world.archived("2026-10")]).toContain("001");
        await resetBacklog(world.runner(), paths, input);
        expect(world.statuses()).toEqual(statuses);
        expect(world.archived("2026-10")).toEqual(["001"]);
        const texts = [...world.files.tree("/work/.tool")].filter(([name]) =>
          /progress\.md|tool\.log/.test(name),
        );
        expect(texts.filter(([, text]) => text === FILES[".tool/progress.md"])).toHaveLength(1);
        expect(texts.filter(([, text]) => text.startsWith(LOG))).toHaveLength(1);
        expect(["state.json", "DONE", "CANCEL"].map((name) => read(world, name))).toEqual([null, null, null]);
        expect([...world.files.tree("/work").keys()].filter((name) => name.endsWith(".lock"))).toEqual([]);
      },
    );
    expect(calls).toBeGreaterThan(40);
  });
});
