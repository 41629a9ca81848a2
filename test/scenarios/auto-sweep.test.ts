import { describe, expect, it } from "vitest";
import type { ArchiveMonth } from "#contracts/schema/archive";
import { does, item, night, paths, says, type Night } from "./night.ts";

const done = (id: string, completedAt = "2026-10-05T00:00:00Z") => item(id, { status: "done", completedAt });
const archived = (one: Night, month: string): string[] => {
  const text = one.world.files.textOf(`${paths.archive}/${month}.json`);
  return text === null ? [] : (JSON.parse(text) as ArchiveMonth).items.map(({ id }) => id);
};
const ids = async (one: Night): Promise<string[]> => (await one.backlog()).items.map(({ id }) => id);

describe("autoSweep", () => {
  it("archives done items when a run starts, says so in the log, and what depends on them runs", async () => {
    const items = [done("001"), done("002", "2026-11-19T00:00:00Z"), item("003", { dependsOn: ["001"] })];
    const one = await night(items, { "003": [does()] }, { marker: { autoSweep: true } });
    expect(await one.run()).toMatchObject({ status: "complete", result: { completedCount: 1 } });
    expect([await ids(one), archived(one, "2026-10"), archived(one, "2026-11")]).toEqual([
      ["003"],
      ["001"],
      ["002"],
    ]);
    const log = await one.world.files.read(paths.log);
    expect(log).toContain("Archived to 2026-10: 001\n");
    expect(log).toContain("Archived to 2026-11: 002\n");
  });

  it.each([
    ["off", {}],
    ["told so", { autoSweep: false, sweepMinAgeDays: 0 }],
    ["too young", { autoSweep: true, sweepMinAgeDays: 60 }],
  ])("%s: all stay", async (_, marker) => {
    const one = await night([done("001"), item("002")], { "002": [does()] }, { marker });
    await one.run();
    expect(await ids(one)).toEqual(["001", "002"]);
    expect(archived(one, "2026-10")).toEqual([]);
  });

  it("a review by itself still finds all done items in the backlog", async () => {
    const marker = { marker: { autoSweep: true } };
    const one = await night([done("001")], { "": [says("TOOL_DONE")] }, marker);
    expect(await one.run({ reviewOnly: true })).toMatchObject({ status: "complete" });
    expect([await ids(one), archived(one, "2026-10")]).toEqual([["001"], []]);
  });

  it("is committed with the first item that is done", async () => {
    const one = await night([done("001"), item("002")], { "002": [does()] }, { marker: { autoSweep: true } });
    const { git } = one.world;
    await one.write(".gitignore", ".tool/*\n!.tool/backlog.json\n!.tool/archive/\n");
    const repository = await git.repository("/work");
    if (repository !== null) await git.commitAll(repository, "Track the archive");
    await one.run();
    const [commit] = git.log();
    expect(commit?.subject).toBe("[tool] 002: Item 002");
    expect(commit?.files.get(".tool/archive/2026-10.json")).toContain('"001"');
    expect(commit?.files.get(".tool/backlog.json")).not.toContain('"001"');
  });

  it("when the first item is blocked, nothing of it goes into the stash", async () => {
    const blocked = says("TOOL_BLOCKED:no token");
    const one = await night(
      [done("001"), item("002")],
      { "002": [blocked] },
      { marker: { autoSweep: true } },
    );
    await one.run();
    expect([await ids(one), archived(one, "2026-10")]).toEqual([["002"], ["001"]]);
    expect(one.world.git.stashes).toEqual([]);
  });

  it("an archive that can't be read stops no run, and no item moves", async () => {
    const one = await night([done("001"), item("002")], { "002": [does()] }, { marker: { autoSweep: true } });
    await one.world.files.makeDir(paths.archive);
    await one.write(".tool/archive/2026-10.json", "{");
    expect(await one.run()).toMatchObject({ status: "complete" });
    expect(await ids(one)).toEqual(["001", "002"]);
    expect(await one.world.files.read(paths.log)).toContain("Done items can't be archived and stay: ");
  });

  it("what a dead run called done without a commit is worked on again, not archived", async () => {
    const items = [done("001"), done("002")];
    const one = await night(items, { "002": [does()] }, { marker: { autoSweep: true } });
    const state = {
      status: "running",
      iteration: 1,
      maxIterations: 20,
      currentItem: "002",
      lastSignal: null,
    };
    const lists = { completedItems: [], blockedItems: [], deferredItems: [] };
    const times = { startedAt: "2026-11-20T21:00:00Z", updatedAt: "2026-11-20T21:00:00Z" };
    const rest = { baseCommitHash: null, error: null };
    await one.write(".tool/state.json", JSON.stringify({ ...state, ...lists, ...times, ...rest }));
    expect(await one.run()).toMatchObject({ result: { completedCount: 1 } });
    expect([await ids(one), archived(one, "2026-10")]).toEqual([["002"], ["001"]]);
    expect(one.subjects()).toContain("[tool] 002: Item 002");
  });
});
