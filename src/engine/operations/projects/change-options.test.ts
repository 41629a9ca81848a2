import { expect, test } from "vitest";
import { changeOptions } from "#engine/operations/projects/change-options";
import { backlogWorld, paths } from "../../../../test/fakes/backlog-world.ts";

test("merges into the marker, null takes away, and nothing else of it changes", async () => {
  const world = await backlogWorld([], { marker: { runtime: "global", model: "opus" } });
  const marker = (): Record<string, unknown> =>
    JSON.parse(world.files.textOf(paths.marker) ?? "") as Record<string, unknown>;
  const before = marker();
  const options = await changeOptions(world.runner(), paths, { model: null, autoSweep: true });
  expect(options).toEqual({ runtime: "global", autoSweep: true });
  expect(marker()).toEqual({ ...before, options });
});

test("of a folder that is no project, and with what no marker may say, nothing is written", async () => {
  const world = await backlogWorld([]);
  const before = world.files.textOf(paths.marker);
  await expect(changeOptions(world.runner(), paths, { maxIterations: 0 })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(world.files.textOf(paths.marker)).toBe(before);
  await world.files.remove(paths.marker);
  await expect(changeOptions(world.runner(), paths, {})).rejects.toMatchObject({ code: "NOT_INSTALLED" });
});
