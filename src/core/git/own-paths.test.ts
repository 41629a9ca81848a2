import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import { ownPaths } from "#core/git/own-paths";

describe("paths of a work tree", () => {
  const rows: readonly [path: string, own: boolean, living: boolean][] = [
    [".tool/backlog.json", true, true],
    [".tool/progress.md", true, true],
    ["packages/app/.tool/state.json", true, true],
    [".tool/archive/2026-11.json", true, true],
    [".tool/TOOL.md", true, false],
    [".tool/REVIEW.md", true, false],
    ["packages/app/.tool/backlog.schema.json", true, false],
    ["TOOL.md", false, false],
    ["src/.toolbox/backlog.json", false, false],
    [".tool.json", false, false],
  ];

  it.each(rows)("%s", (path, own, living) => {
    const { isOwn, isLiving, beside } = ownPaths(backlogPaths("/work"), "");
    expect([isOwn(path), isLiving(path), beside]).toEqual([own, living, []]);
  });
});

describe("paths of a backlog with a root of its own", () => {
  const rows: readonly [path: string, own: boolean, living: boolean][] = [
    ["app/plans/backlog.json", true, true],
    ["app/plans/progress.md", true, true],
    ["app/plans/archive/2026-11.json", true, true],
    ["app/plans/.tool/state.json", true, true],
    ["app/.tool/backlog.json", true, true],
    ["app/plans/archive/notes.md", false, false],
    ["app/plans/TOOL.md", false, false],
    ["app/plans/ideas.md", false, false],
    ["app/backlog.json", false, false],
    ["plans/backlog.json", false, false],
  ];

  it.each(rows)("%s", (path, own, living) => {
    const { isOwn, isLiving, beside } = ownPaths(backlogPaths("/work/app", "/work/app/plans"), "app/");
    expect([isOwn(path), isLiving(path)]).toEqual([own, living]);
    expect(beside).toEqual(["app/plans/backlog.json", "app/plans/progress.md", "app/plans/archive"]);
  });
});

describe("what a stash leaves", () => {
  const { kept, isForeign, otherStateDir } = ownPaths(backlogPaths("/work/app"), "app/");

  it("is the state directory at its place, whatever else bears its name", () => {
    expect(kept).toEqual(["app/.tool"]);
    expect(ownPaths(backlogPaths("/work", "/work/plans"), "").kept).toEqual([
      "plans/.tool",
      "plans/backlog.json",
      "plans/progress.md",
      "plans/archive",
    ]);
  });

  it.each([
    ["app/.tool/specs/plan.md", true],
    ["app/.tool/TOOL.md", true],
    ["app/.tool/backlog.json", false],
    ["app/.tool/archive/2026-11.json", false],
    ["app/.tool/.loop.lock", false],
    ["app/.tool/tool.log", false],
    [".tool/specs/plan.md", false],
    ["app/src/a", false],
  ])("and %s is somebody's own work there: %s", (path, foreign) => {
    expect(isForeign(path)).toBe(foreign);
  });

  it("knows another backlog's by the files beside it", () => {
    expect(otherStateDir("app/.tool/a")).toBeNull();
    expect(otherStateDir("pkg/my.tool/a")).toBeNull();
    expect(otherStateDir("pkg/.tool/deep/a")).toEqual({
      folder: "pkg/.tool",
      signs: ["pkg/.tool/backlog.json", "pkg/backlog.json", "pkg/.tool.json"],
    });
    expect(otherStateDir(".tool/a")?.folder).toBe(".tool");
  });
});
