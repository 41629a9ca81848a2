import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import { openLoopLog, readLogTail } from "#engine/stores/loop-log";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const paths = backlogPaths("/work");

const setUp = (text?: string) => {
  const world = createMemoryWorld();
  world.files.plant({ [paths.backlog]: "" });
  if (text !== undefined) world.files.plant({ [paths.log]: text });
  return { world, ports: world.runner() };
};

describe("openLoopLog", () => {
  it("stamps each line in UTC and goes on after earlier runs", async () => {
    const { world, ports } = setUp("[2026-11-19 00:00:00] Loop completed\n");
    const log = await openLoopLog(ports, paths);
    log.append(["Loop started (maxIterations=3)", "Budget 3 (flag)"]);
    await log.flush();
    expect(world.files.textOf(paths.log)).toBe(
      "[2026-11-19 00:00:00] Loop completed\n" +
        "[2026-11-20 22:00:00] Loop started (maxIterations=3)\n" +
        "[2026-11-20 22:00:00] Budget 3 (flag)\n",
    );
  });

  it("ends a line that a crash cut short", async () => {
    const { world, ports } = setUp("[2026-11-19 00:00:00] Item 001 comp");
    const log = await openLoopLog(ports, paths);
    log.append(["Loop started (maxIterations=3)"]);
    await log.flush();
    expect(world.files.textOf(paths.log)?.split("\n")).toEqual([
      "[2026-11-19 00:00:00] Item 001 comp",
      "[2026-11-20 22:00:00] Loop started (maxIterations=3)",
      "",
    ]);
  });
});

describe("readLogTail", () => {
  const lines = (count: number, width: number): string[] =>
    Array.from({ length: count }, (_, index) => `${index} ${"x".repeat(width)}`);

  it.each([
    ["no log", [], 20],
    ["an empty log", [""], 20],
    ["fewer lines than asked", lines(3, 10), 20],
    ["as many as asked", lines(20, 10), 20],
    ["more than asked", lines(5000, 10), 20],
    ["long lines", lines(200, 3000), 20],
    ["one line of a log of long ones", lines(50, 1000), 1],
    ["characters of several bytes", lines(50, 10).map((line) => line.replaceAll("x", "…")), 7],
  ])("gives the last lines of %s", async (name, all, asked) => {
    const { ports } = setUp(name === "no log" ? undefined : all.map((line) => `${line}\n`).join(""));
    expect(await readLogTail(ports, paths, asked)).toEqual(all.slice(-asked));
  });

  it("reads the end alone", async () => {
    const { world, ports } = setUp(`${lines(100_000, 50).join("\n")}\n`);
    world.files.hook = ({ op }) => {
      if (op === "read" || op === "readLines") throw new Error("The whole log was read.");
    };
    expect(await readLogTail(ports, paths, 20)).toHaveLength(20);
  });

  it("gives a line that is still being written as it stands", async () => {
    const { ports } = setUp("one\ntwo\nthr");
    expect(await readLogTail(ports, paths, 2)).toEqual(["two", "thr"]);
  });
});
