import { describe, expect, test } from "vitest";
import { usableHints } from "#cli/commands/usable-hints";

const offered = (command: string, path: string | null, backlog: string | null = null): string | null =>
  usableHints([{ command }], { path, backlog })[0]?.command ?? null;

describe("hints", () => {
  test.each([
    ["tool status", null, "tool status"],
    ["tool status", "../api", "tool status ../api"],
    ["tool backlog edit 009 --depends-on 005", "../api", "tool backlog edit ../api 009 --depends-on 005"],
    ["tool agents", "../api", "tool agents"],
    ["tool --help", "../api", "tool --help"],
    ["tool backlog --help", "../api", "tool backlog --help"],
    ["tool help loop run", "../api", "tool help loop run"],
    ["git stash -u", "../api", "cd ../api && git stash -u"],
    ["tool status", "my api", "tool status 'my api'"],
    ["tool frobnicate", null, null],
    ["tool frobnicate --yes", "../api", null],
    ["tool backlog frobnicate", null, null],
  ])("%j at %j is %j", (command, path, expected) => {
    expect(offered(command, path)).toBe(expected);
  });

  test("one that names its place stays as it is", () => {
    const hint = { command: "tool follow ~/web --backlog docs", placed: true };
    expect(usableHints([hint], { path: "../api", backlog: "specs" })).toEqual([hint]);
  });

  test("another backlog goes along where the command takes one", () => {
    expect(offered("tool status", "../api", "docs")).toBe("tool status ../api --backlog docs");
    expect(offered("tool install", null, "docs")).toBe("tool install");
  });
});
