import { describe, expect, it } from "vitest";
import { isLivingPath, isOwnPath } from "#core/git/own-paths";

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
    expect([isOwnPath(path), isLivingPath(path)]).toEqual([own, living]);
  });
});
