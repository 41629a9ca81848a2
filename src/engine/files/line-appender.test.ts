import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { createLineAppender } from "#engine/files/line-appender";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const FILE = "/work/log";
const FULL = new ToolError("IO_ERROR", "no space left on the disk");

const setUp = () => {
  const world = createMemoryWorld();
  world.files.plant({ "/work/other": "" });
  const appends: string[] = [];
  const refuse = { now: false };
  world.files.hook = ({ op, path }) => {
    if (op !== "append") return;
    if (refuse.now) throw FULL;
    appends.push(path);
  };
  return { world, appends, refuse, appender: createLineAppender(world.runner(), FILE) };
};

describe("createLineAppender", () => {
  it("keeps the order, and writes together what has gathered", async () => {
    const { world, appends, appender } = setUp();
    for (let line = 0; line < 100; line += 1) appender.append([String(line)]);
    await appender.flush();
    expect(world.files.textOf(FILE)).toBe(Array.from({ length: 100 }, (_, line) => `${line}\n`).join(""));
    expect(appends.length).toBeLessThan(5);
  });

  it("writes by itself, at once when its caller waits for something, and not before", async () => {
    const { world, appends, appender } = setUp();
    for (const line of ["one", "two"]) {
      appender.append([line]);
      await Promise.resolve();
    }
    expect(appends).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(appends).toEqual([FILE]);
    appender.append(["three"]);
    await appender.flush();
    appender.append(["four"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.files.textOf(FILE)).toBe("one\ntwo\nthree\nfour\n");
  });

  it("writes nothing for nothing", async () => {
    const { world, appender } = setUp();
    appender.append([]);
    await appender.flush();
    expect(world.files.textOf(FILE)).toBeNull();
  });

  it("writes what comes after it was flushed with nothing to write", async () => {
    const { world, appender } = setUp();
    for (const line of ["one", "two"]) {
      await appender.flush();
      appender.append([line]);
      await appender.flush();
    }
    expect(world.files.textOf(FILE)).toBe("one\ntwo\n");
  });

  it("remembers a failure instead of throwing it, and catches up once there is space", async () => {
    const { world, refuse, appender } = setUp();
    appender.append(["one"]);
    await appender.flush();
    refuse.now = true;
    appender.append(["two"]);
    appender.append(["three"]);
    await appender.flush();
    expect(appender.lastError).toBe(FULL);
    expect(world.files.textOf(FILE)).toBe("one\n");
    refuse.now = false;
    appender.append(["four"]);
    await appender.flush();
    expect(appender.lastError).toBeNull();
    expect(
      world.files
        .textOf(FILE)
        ?.split("\n")
        .filter((line) => line !== ""),
    ).toEqual(["one", "two", "three", "four"]);
  });

  it("holds no more than its share of a disk that stays full", async () => {
    const { world, refuse, appender } = setUp();
    refuse.now = true;
    for (let line = 0; line < 20_000; line += 1) appender.append([String(line)]);
    await appender.flush();
    refuse.now = false;
    await appender.flush();
    const lines = world.files.textOf(FILE)?.trim().split("\n") ?? [];
    expect(lines).toHaveLength(10_000);
    expect(lines.at(-1)).toBe("19999");
  });
});
