import { expect, it } from "vitest";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { tailLog } from "#cli/watch/tail-log";
import { backlogPaths } from "#contracts/paths";
import { createCancelSource } from "#engine/cancel";

const paths = backlogPaths("/work");

/** What comes of a tail while the deeds are done, one a second; left a while after the last. */
async function heard(
  before: string | null,
  tail: number,
  deeds: readonly ((world: ReturnType<typeof createMemoryWorld>) => Promise<unknown>)[],
): Promise<(readonly string[])[]> {
  const world = createMemoryWorld({ topLevel: "/work" });
  await world.files.makeDir(`${paths.stateDir}/archive`);
  if (before !== null) await world.files.write(paths.log, before);
  const leave = createCancelSource();
  deeds.forEach((deed, i) => void world.clock.sleep(1000 * (i + 1)).then(() => deed(world)));
  void world.clock.sleep(1000 * deeds.length + 10_000).then(() => leave.cancel("signal"));
  const pages: (readonly string[])[] = [];
  const options = { tail, intervalMs: 2000, leave: leave.token };
  for await (const lines of tailLog(world.runner(), paths, options)) pages.push(lines);
  expect(world.clock.pending).toBe(0);
  return pages;
}
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i} é${"x".repeat(300)}`);
const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

it("gives the last lines, whole, and then those that come", async () => {
  const pages = await heard(text(lines(1, 50)), 3, [
    (world) => world.files.append(paths.log, text(lines(51, 52))),
    (world) => world.files.append(paths.log, "half a li"),
    (world) => world.files.append(paths.log, "ne\n"),
  ]);
  expect(pages).toEqual([lines(48, 50), lines(51, 52), ["half a line"]]);
});

it("says that there is no log yet, and begins with its first line", async () => {
  const pages = await heard(null, 20, [(world) => world.files.append(paths.log, text(lines(1, 2)))]);
  expect(pages).toEqual([[], lines(1, 2)]);
});

it("loses nothing when the log is put away, and goes on with the next", async () => {
  const pages = await heard(text(lines(1, 2)), 20, [
    async ({ files }) => {
      await files.append(paths.log, text(lines(3, 3)));
      await files.rename(paths.log, `${paths.stateDir}/archive/20261120-220000-tool.log`);
      await files.append(paths.log, text(lines(4, 4)));
    },
  ]);
  expect(pages.flat()).toEqual(lines(1, 4));
});

it("begins anew with a log that was cut short", async () => {
  const pages = await heard(text(lines(1, 5)), 1, [
    async ({ files }) => files.write(paths.log, text(lines(6, 6))),
  ]);
  expect(pages).toEqual([lines(5, 5), lines(6, 6)]);
});
