import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { listArchive } from "#engine/operations/archive/list-archive";
import { planPurge, purgeArchive } from "#engine/operations/archive/purge-archive";
import { viewArchive } from "#engine/operations/archive/view-archive";
import { backlogWorld, killAtEachCall, paths } from "../../../../test/fakes/backlog-world.ts";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const done = (id: string): BacklogItem =>
  sampleItem(id, { status: "done", completedAt: "2026-10-01T00:00:00Z" });
const month = (name: string, ...items: BacklogItem[]): Record<string, string> => ({
  [`.tool/archive/${name}.json`]: JSON.stringify({ month: name, items, note: "kept" }),
});
const FILES = {
  ...month("2026-10", done("001"), done("002")),
  ...month("2026-11", done("003")),
  ".tool/archive/20261101-010203-events.ndjson": "",
};
const ITEMS = [sampleItem("004", { dependsOn: ["001"] }), sampleItem("005", { dependsOn: ["003"] })];
const ALL = { month: null };
const make = () => backlogWorld(ITEMS, { files: FILES });

describe("looking at the archive", () => {
  it("lists the months, newest first, and nothing where there is none", async () => {
    expect(await listArchive((await make()).runner(), paths)).toEqual([
      { month: "2026-11", count: 1 },
      { month: "2026-10", count: 2 },
    ]);
    expect(await listArchive((await backlogWorld(ITEMS)).runner(), paths)).toEqual([]);
  });

  it("shows a month with its unknown fields", async () => {
    const found = await viewArchive((await make()).runner(), paths, { month: "2026-11" });
    expect(found).toEqual({ month: "2026-11", items: [done("003")], note: "kept" });
  });

  it.each([
    ["2026-09", "NOT_FOUND"],
    ["2026-13", "VALIDATION_ERROR"],
    ["../../.tool", "VALIDATION_ERROR"],
    ["", "VALIDATION_ERROR"],
  ])("of the month %j it says %s", async (name, code) => {
    const world = await make();
    await expect(viewArchive(world.runner(), paths, { month: name })).rejects.toMatchObject({ code });
    if (code !== "VALIDATION_ERROR") return;
    await expect(purgeArchive(world.runner(), paths, { month: name })).rejects.toMatchObject({ code });
  });
});

describe("purgeArchive", () => {
  it("deletes one month, and names what depended on its items", async () => {
    const world = await make();
    expect(await purgeArchive(world.runner(), paths, { month: "2026-10" })).toEqual({
      result: { purgedCount: 2, purgedMonths: ["2026-10"] },
      otherFiles: 0,
      dependents: ["004"],
    });
    expect([...world.files.tree(paths.archive).keys()].sort()).toEqual([
      "2026-11.json",
      "20261101-010203-events.ndjson",
    ]);
  });

  it("deletes everything with the folder", async () => {
    const world = await make();
    expect(await purgeArchive(world.runner(), paths, ALL)).toEqual({
      result: { purgedCount: 3, purgedMonths: ["2026-10", "2026-11"] },
      otherFiles: 1,
      dependents: ["004", "005"],
    });
    expect(await world.files.stat(paths.archive)).toBeNull();
    expect(world.statuses()).toEqual({ "004": "pending", "005": "pending" });
  });

  it.each([["2026-09"], [null]])("of what isn't there (%s) is no fault", async (name) => {
    const world = name === null ? await backlogWorld(ITEMS) : await make();
    const before = world.files.tree("/work");
    expect(await purgeArchive(world.runner(), paths, { month: name })).toEqual({
      result: { purgedCount: 0, purgedMonths: [] },
      otherFiles: 0,
      dependents: [],
    });
    expect(world.files.tree("/work")).toEqual(before);
  });

  it("takes a torn month too", async () => {
    const world = await backlogWorld(ITEMS, { files: { ".tool/archive/2026-10.json": "{" } });
    const { result } = await purgeArchive(world.runner(), paths, { month: "2026-10" });
    expect(result).toEqual({ purgedCount: 0, purgedMonths: ["2026-10"] });
    expect(world.archived("2026-10")).toEqual([]);
  });

  it("is refused under a live loop; its plan writes nothing", async () => {
    const world = await make();
    world.lockBy(41);
    const before = world.files.tree("/work");
    await expect(purgeArchive(world.runner(), paths, ALL)).rejects.toMatchObject({ code: "LOCK_CONFLICT" });
    expect((await planPurge(world.runner(), paths, ALL)).result.purgedCount).toBe(3);
    expect(world.files.tree("/work")).toEqual(before);
  });

  it("of a root of another name takes both of its folders", async () => {
    const other = backlogPaths("/work", "/work/plans");
    const world = await backlogWorld(ITEMS, {
      files: {
        "plans/backlog.json": JSON.stringify({ project: "p", description: "", items: [] }),
        "plans/archive/2026-10.json": JSON.stringify({ month: "2026-10", items: [done("001")] }),
        "plans/.tool/archive/20261101-010203-events.ndjson": "",
      },
    });
    expect(await purgeArchive(world.runner(), other, ALL)).toMatchObject({ otherFiles: 1 });
    expect([...world.files.tree("/work/plans").keys()]).toEqual(["backlog.json"]);
  });

  it("killed at any call, the next one ends it", async () => {
    const calls = await killAtEachCall(
      make,
      (ports) => purgeArchive(ports, paths, ALL),
      async (world) => {
        await purgeArchive(world.runner(), paths, ALL);
        expect(await world.files.stat(paths.archive)).toBeNull();
        expect(world.statuses()).toEqual({ "004": "pending", "005": "pending" });
      },
    );
    expect(calls).toBeGreaterThan(5);
  });
});
