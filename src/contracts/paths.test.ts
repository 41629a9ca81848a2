import { describe, expect, test } from "vitest";
import { backlogPaths, globalPaths } from "#contracts/paths";

test("the default root is the project's state directory", () => {
  expect(backlogPaths("/code/app")).toEqual({
    projectPath: "/code/app",
    root: "/code/app/.tool",
    stateDir: "/code/app/.tool",
    backlog: "/code/app/.tool/backlog.json",
    backup: "/code/app/.tool/backlog.json.bak",
    schema: "/code/app/.tool/backlog.schema.json",
    progress: "/code/app/.tool/progress.md",
    archive: "/code/app/.tool/archive",
    instruction: "/code/app/.tool/TOOL.md",
    review: "/code/app/.tool/REVIEW.md",
    state: "/code/app/.tool/state.json",
    log: "/code/app/.tool/tool.log",
    done: "/code/app/.tool/DONE",
    cancel: "/code/app/.tool/CANCEL",
    iterationStatus: "/code/app/.tool/iteration-status.json",
    lock: "/code/app/.tool/.loop.lock",
    eventsLog: "/code/app/.tool/events.ndjson",
    agentRecord: "/code/app/.tool/agent.json",
    marker: "/code/app/.tool.json",
  });
});

test("another root keeps its state below it", () => {
  const paths = backlogPaths("/code/app", "/code/app/plans/api");
  expect(paths).toMatchObject({
    projectPath: "/code/app",
    root: "/code/app/plans/api",
    stateDir: "/code/app/plans/api/.tool",
    backlog: "/code/app/plans/api/backlog.json",
    archive: "/code/app/plans/api/archive",
    state: "/code/app/plans/api/.tool/state.json",
    lock: "/code/app/plans/api/.tool/.loop.lock",
    marker: "/code/app/.tool.json",
  });
});

describe("which folder holds the state", () => {
  test.each([
    ["/code/app/sub/.tool", "/code/app/sub/.tool"],
    ["/code/app/sub/.tool/", "/code/app/sub/.tool/"],
    ["/code/app/sub.tool", "/code/app/sub.tool/.tool"],
    ["/code/app/.tool/deep", "/code/app/.tool/deep/.tool"],
  ])("root %s: %s", (root, stateDir) => {
    expect(backlogPaths("/code/app", root).stateDir).toBe(stateDir);
  });
});

test("a project at the top of the disk", () => {
  expect(backlogPaths("/").backlog).toBe("/.tool/backlog.json");
});

test("machine-wide files", () => {
  expect(globalPaths("/home/ada")).toEqual({
    dir: "/home/ada/.tool",
    config: "/home/ada/.tool/config.json",
    server: "/home/ada/.tool/server.json",
    serverLog: "/home/ada/.tool/server.log",
    active: "/home/ada/.tool/active",
  });
});
