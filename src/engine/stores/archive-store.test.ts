import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { listMonths, readArchivedDone, readMonth, writeMonth } from "#engine/stores/archive-store";
import { interleave } from "../../../test/fakes/interleave.ts";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const paths = backlogPaths("/work");

const done = (id: string): BacklogItem => ({
  id,
  type: "bug",
  priority: 2,
  title: `Item ${id}`,
  description: "",
  acceptanceCriteria: ["It works"],
  status: "done",
  completedAt: "2026-10-01T00:00:00.000Z",
});

const setUp = () => {
  const world = createMemoryWorld();
  const month = (name: string, ...items: BacklogItem[]): void =>
    world.files.plant({ [`${paths.archive}/${name}.json`]: JSON.stringify({ month: name, items }) });
  return { world, ports: world.runner(), month };
};

describe("the archive", () => {
  it("is empty where there is none", async () => {
    const { ports } = setUp();
    expect(await listMonths(ports, paths)).toEqual([]);
    expect(await readMonth(ports, paths, "2026-10")).toBeNull();
    expect(await readArchivedDone(ports, paths)).toEqual({ ids: new Set(), titles: new Map() });
  });

  it("knows every archived item by id and title, and no other file of its folder", async () => {
    const { world, ports, month } = setUp();
    month("2026-11", done("003"));
    month("2026-10", done("001"), done("002"));
    world.files.plant({
      [`${paths.archive}/20261101-010203-events.ndjson`]: "",
      [`${paths.archive}/2026-13.json`]: "{}",
      [`${paths.archive}/2026-10.json.bak`]: "{}",
    });
    expect(await listMonths(ports, paths)).toEqual(["2026-10", "2026-11"]);
    const { ids, titles } = await readArchivedDone(ports, paths);
    expect([...ids].sort()).toEqual(["001", "002", "003"]);
    expect(titles.get("003")).toBe("Item 003");
  });

  it("names a malformed month and its place", async () => {
    const { world, ports } = setUp();
    world.files.plant({ [`${paths.archive}/2026-10.json`]: '{"month":"2026-10"}' });
    await expect(readArchivedDone(ports, paths)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { file: ".tool/archive/2026-10.json", path: "items" },
    });
  });

  it("loses nothing when two sweep into one month at once", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { world } = setUp();
      world.files.hook = interleave(seed);
      const add = (id: string): Promise<unknown> =>
        writeMonth(world.runner(), paths, "2026-10", (current) => ({
          month: "2026-10",
          items: [...(current?.items ?? []), done(id)],
        }));
      await Promise.all([add("001"), add("002")]);
      const written = await readMonth(world.runner(), paths, "2026-10");
      expect(written?.items.map(({ id }) => id).sort()).toEqual(["001", "002"]);
    }
  });
});
