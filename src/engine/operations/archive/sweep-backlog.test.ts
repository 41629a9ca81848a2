import { describe, expect, it } from "vitest";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { addItem } from "#engine/operations/backlog/add-item";
import { planBacklogSweep, sweepBacklog } from "#engine/operations/archive/sweep-backlog";
import { editItem } from "#engine/stores/backlog-store";
import { backlogWorld, killAtEachCall, paths } from "../../../../test/fakes/backlog-world.ts";
import { interleave } from "../../../../test/fakes/interleave.ts";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const done = (id: string, completedAt: string | null): BacklogItem =>
  sampleItem(id, { status: "done", completedAt });

const ITEMS: readonly BacklogItem[] = [
  done("001", "2026-10-31T23:59:59Z"),
  sampleItem("002"),
  done("003", "2026-11-19T00:00:00Z"),
  sampleItem("004", { status: "blocked", blockedReason: "no token" }),
  done("005", null),
];
const ALL = { minAgeDays: null };

describe("sweepBacklog", () => {
  it("moves done items to their months; all else stays as it was", async () => {
    const world = await backlogWorld(ITEMS);
    const { plan } = await sweepBacklog(world.runner(), paths, ALL);
    expect(plan.result).toEqual({ archivedCount: 3, archivedMonths: ["2026-10", "2026-11"] });
    expect(world.backlog()).toEqual({
      project: "work",
      description: "",
      items: [ITEMS[1], ITEMS[3]],
      extra: "kept",
    });
    expect([world.archived("2026-10"), world.archived("2026-11")]).toEqual([["001"], ["003", "005"]]);
    expect(JSON.parse(world.files.textOf(paths.backup) ?? "")).toMatchObject({ items: ITEMS });
  });

  it("once more moves nothing and writes nothing", async () => {
    const world = await backlogWorld(ITEMS);
    await sweepBacklog(world.runner(), paths, ALL);
    const before = world.files.tree("/work");
    expect((await sweepBacklog(world.runner(), paths, ALL)).plan.result).toEqual({
      archivedCount: 0,
      archivedMonths: [],
    });
    expect(world.files.tree("/work")).toEqual(before);
  });

  it.each<[string, number | null, number | undefined, number]>([
    ["asked for", 10, 0, 1],
    ["asked for, all", 0, 10, 3],
    ["the marker's", null, 10, 1],
    ["none: all", null, undefined, 3],
  ])("the age: %s", async (_, minAgeDays, sweepMinAgeDays, archivedCount) => {
    const marker = sweepMinAgeDays === undefined ? {} : { sweepMinAgeDays };
    const world = await backlogWorld(ITEMS, { marker });
    expect((await sweepBacklog(world.runner(), paths, { minAgeDays })).plan.result).toMatchObject({
      archivedCount,
    });
  });

  it.each([-1, Number.NaN])("an age of %d days is refused", async (minAgeDays) => {
    const world = await backlogWorld(ITEMS);
    await expect(sweepBacklog(world.runner(), paths, { minAgeDays })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "minAgeDays" },
    });
  });

  it("is refused under a live loop, but not under a dead one's lock", async () => {
    const world = await backlogWorld(ITEMS);
    world.lockBy(41);
    const before = world.files.tree("/work");
    await expect(sweepBacklog(world.runner(), paths, ALL)).rejects.toMatchObject({
      code: "LOCK_CONFLICT",
      details: { pid: 41 },
    });
    expect(world.files.tree("/work")).toEqual(before);
    world.processes.kill(41);
    expect((await sweepBacklog(world.runner(), paths, ALL)).plan.result.archivedCount).toBe(3);
  });

  it("leaves the item of an interrupted run, whose commit may be missing, and says so", async () => {
    const world = await backlogWorld(ITEMS, { state: { currentItem: "003" } });
    const { plan, unsettled } = await sweepBacklog(world.runner(), paths, ALL);
    expect([plan.result.archivedCount, unsettled]).toEqual([2, "003"]);
    expect(world.statuses()).toEqual({ "002": "pending", "003": "done", "004": "blocked" });
  });

  it("a malformed month is named, and nothing is moved", async () => {
    const world = await backlogWorld(ITEMS, { files: { ".tool/archive/2026-10.json": "{" } });
    const before = world.files.textOf(paths.backlog);
    await expect(sweepBacklog(world.runner(), paths, ALL)).rejects.toMatchObject({
      code: "INVALID_JSON",
      details: { file: ".tool/archive/2026-10.json" },
    });
    expect(world.files.textOf(paths.backlog)).toBe(before);
  });

  it("the plan writes nothing, and may be made while a loop runs", async () => {
    const world = await backlogWorld(ITEMS);
    world.lockBy(41);
    const before = world.files.tree("/work");
    expect((await planBacklogSweep(world.runner(), paths, ALL)).plan.result.archivedCount).toBe(3);
    expect(world.files.tree("/work")).toEqual(before);
  });
});

/** Each item stands in the backlog or in the archive, in none of them twice. */
const everywhere = (world: Awaited<ReturnType<typeof backlogWorld>>): string[] =>
  [...Object.keys(world.statuses()), ...world.archived("2026-10"), ...world.archived("2026-11")].sort();

describe("a sweep that others overtake", () => {
  it("two at once lose nothing and double nothing", async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const world = await backlogWorld(ITEMS);
      world.files.hook = interleave(seed);
      await Promise.all([1, 2].map(() => sweepBacklog(world.runner(), paths, ALL)));
      expect(everywhere(world)).toEqual(["001", "002", "003", "004", "005"]);
    }
  });

  it("an item that is added meanwhile gets an id that no item ever had", async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const world = await backlogWorld(ITEMS.filter(({ status }) => status === "done"));
      const before = everywhere(world);
      world.files.hook = interleave(seed);
      const adding = addItem(world.runner(), paths, { type: "bug", priority: 2, title: "New" });
      const [{ item }] = await Promise.all([adding, sweepBacklog(world.runner(), paths, ALL)]);
      expect(before).not.toContain(item.id);
      expect(everywhere(world)).toEqual([...before, item.id].sort());
    }
  });

  it("an item that is put back to pending meanwhile is swept or pending, never both", async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const world = await backlogWorld(ITEMS);
      world.files.hook = interleave(seed);
      const reopen = editItem(world.runner(), paths, "003", (item) => ({
        ...item,
        status: "pending",
        completedAt: null,
      }));
      const [reopened] = await Promise.all([reopen, sweepBacklog(world.runner(), paths, ALL)]);
      expect(everywhere(world)).toEqual(["001", "002", "003", "004", "005"]);
      expect(world.statuses()["003"]).toBe(reopened === null ? undefined : "pending");
    }
  });
});

describe("a sweep that is killed at any call", () => {
  it("loses nothing, and the next one ends it", async () => {
    const makeWorld = () => backlogWorld(ITEMS);
    const calls = await killAtEachCall(
      makeWorld,
      (ports) => sweepBacklog(ports, paths, ALL),
      async (world) => {
        expect([...new Set(everywhere(world))]).toEqual(["001", "002", "003", "004", "005"]);
        await sweepBacklog(world.runner(), paths, ALL);
        expect(everywhere(world)).toEqual(["001", "002", "003", "004", "005"]);
        expect(world.statuses()).toEqual({ "002": "pending", "004": "blocked" });
      },
    );
    expect(calls).toBeGreaterThan(20);
  });
});
