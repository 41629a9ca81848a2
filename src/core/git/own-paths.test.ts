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
