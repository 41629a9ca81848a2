import { describe, expect, test } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { discoverProjects, findProjects } from "#engine/operations/projects/discover-projects";
import { standingOf } from "#engine/operations/projects/standing-of";
import { projectDetail } from "#engine/operations/projects/project-detail";
import { readStatus } from "#engine/operations/loop/read-status";
import { resolveProjectId } from "#engine/operations/projects/resolve-project-id";
import { resolveRootFolder } from "#engine/operations/projects/resolve-root";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const root = "/home/ada/code";
const MARKER: Marker = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: "2026-11-12T10:00:00Z",
  installedBy: "1.0.0",
  profile: {
    stack: "python",
    packageManager: null,
    monorepo: false,
    commands: { test: "pytest", typecheck: null, lint: null, build: null, format: null },
    verify: "pytest",
  },
  artifactHashes: {},
  options: {},
};
const marker = (options: Marker["options"] = {}): string => JSON.stringify({ ...MARKER, options });
const backlog = (project: string): string =>
  JSON.stringify({
    project,
    description: "",
    items: [sampleItem("001", { status: "done" }), sampleItem("002")],
  });

function world(files: Readonly<Record<string, string>>): MemoryWorld {
  const made = createMemoryWorld({ topLevel: root });
  made.files.plant(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text])),
  );
  return made;
}

describe("the projects under a root", () => {
  test("are its direct children with a marker, ignored ones too, in the order of their names", async () => {
    const made = world({
      "web/.tool.json": marker(),
      "web/.tool/backlog.json": backlog("Web Shop"),
      "api/.tool.json": marker({ ignoreInTool: true }),
      "none/README.md": "",
      "group/deep/.tool.json": marker(),
      ".hidden/.tool.json": marker(),
      "a-file": "",
    });
    const found = await discoverProjects(made.runner(), root);
    expect(found.map(({ id, name, path }) => [id, name, path])).toEqual([
      [".hidden", ".hidden", `${root}/.hidden`],
      ["api", "api", `${root}/api`],
      ["web", "Web Shop", `${root}/web`],
    ]);
    expect(found[1]?.marker?.options.ignoreInTool).toBe(true);
  });

  test.each<[string, Record<string, string>, { code: string; message: string; file: string }]>([
    [
      "whose marker is no JSON",
      { ".tool.json": '{\n  "tool": true,\n  nonsense\n}' },
      { code: "INVALID_JSON", message: ".tool.json is not valid JSON, line 3", file: ".tool.json" },
    ],
    [
      "whose marker is of another kind",
      { ".tool.json": "{}" },
      { code: "VALIDATION_ERROR", message: ".tool.json is not well-formed", file: ".tool.json" },
    ],
    [
      "whose backlog was torn",
      { ".tool.json": marker(), ".tool/backlog.json": "" },
      {
        code: "INVALID_JSON",
        message: ".tool/backlog.json is not valid JSON, line 1",
        file: ".tool/backlog.json",
      },
    ],
    [
      "whose marker is a folder",
      { ".tool.json/x": "" },
      {
        code: "IO_ERROR",
        message: expect.stringContaining(".tool.json can't be read") as string,
        file: ".tool.json",
      },
    ],
  ])("one %s is shown with its fault", async (_, files, error) => {
    const made = world(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`bad/${path}`, text])),
    );
    expect(await discoverProjects(made.runner(), root)).toEqual([
      { id: "bad", name: "bad", path: `${root}/bad`, marker: null, error },
    ]);
  });

  test("a link counts where it stays inside and names no child a second time", async () => {
    const made = world({ "api/.tool.json": marker(), "group/deep/.tool.json": marker() });
    made.files.plant({ "/elsewhere/p/.tool.json": marker() });
    made.files.plantLink(`${root}/out`, "/elsewhere/p");
    made.files.plantLink(`${root}/again`, `${root}/api`);
    made.files.plantLink(`${root}/self`, root);
    made.files.plantLink(`${root}/deep`, `${root}/group/deep`);
    made.files.plantLink(`${root}/nowhere`, `${root}/gone`);
    expect((await discoverProjects(made.runner(), root)).map(({ id }) => id)).toEqual(["api", "deep"]);
  });

  test("a root that is a project is listed, too, unless a child has its name", async () => {
    const made = world({ ".tool.json": marker(), "api/.tool.json": marker() });
    const ids = async (): Promise<string[]> =>
      (await discoverProjects(made.runner(), root)).map(({ id, path }) => `${id} ${path}`);
    expect(await ids()).toEqual([`api ${root}/api`, `code ${root}`]);
    made.files.plant({ [`${root}/code/.tool.json`]: marker() });
    expect(await ids()).toEqual([`api ${root}/api`, `code ${root}/code`]);
  });

  test("a root that isn't there is an error, not an empty list", async () => {
    await expect(discoverProjects(world({}).runner(), "/nowhere")).rejects.toMatchObject({
      code: "TARGET_NOT_FOUND",
      message: "There is no folder /nowhere.",
    });
  });

  test("a long walk lets go of the event loop and says how far it is", async () => {
    const made = world(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f${1000 + i}/x`, ""])));
    const ports = made.runner();
    const slow = { ...ports, clock: { ...made.clock, monotonic: tick(15), sleep: made.clock.sleep } };
    const seen: number[] = [];
    await findProjects(slow, root, (folders) => seen.push(folders));
    expect(seen).toEqual([512]);
  });
});

/** A clock on which each look takes so long. */
const tick = (ms: number): (() => number) => {
  let now = 0;
  return () => (now += ms);
};

describe("where a found project stands", () => {
  const STATE = {
    status: "running",
    iteration: 3,
    maxIterations: 20,
    currentItem: "002",
    lastSignal: "clean",
    startedAt: "2026-11-20T21:00:00Z",
    updatedAt: "2026-11-20T21:30:00Z",
    completedItems: [],
    blockedItems: [],
    deferredItems: [],
    baseCommitHash: null,
    error: null,
  };
  const lock = (pid: number): string =>
    JSON.stringify({ pid, startedAt: "2026-11-20T21:00:00Z", processStartTime: `t${pid}`, token: "x" });

  test.each<[string, Record<string, string>]>([
    ["nothing has run", {}],
    ["a run has ended", { "state.json": JSON.stringify({ ...STATE, status: "complete" }) }],
    ["a run has crashed", { "state.json": JSON.stringify(STATE), ".loop.lock": lock(999) }],
    ["a run is live", { "state.json": JSON.stringify(STATE), ".loop.lock": lock(42) }],
    ["only a log is left", { "tool.log": "[2026-11-20 21:00:00] Loop started (maxIterations=5)\n" }],
    ["the lock is torn", { ".loop.lock": "{" }],
  ])("is what status says: %s", async (_, files) => {
    const made = world({
      "api/.tool.json": marker(),
      "api/.tool/backlog.json": backlog("Api"),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`api/.tool/${name}`, text])),
    });
    made.processes.plant(42);
    const ports = made.runner();
    const [found] = await findProjects(ports, root);
    const {
      statusSchemaVersion: _v,
      health: _h,
      ...report
    } = (await readStatus(ports, backlogPaths(`${root}/api`))).report;
    expect(await standingOf(ports, found!)).toEqual(report);
  });
});

describe("one project", () => {
  test("in detail: what discovery says, where it stands, what an update would mend", async () => {
    const made = world({ "api/.tool.json": marker(), "api/.tool/backlog.json": backlog("Api") });
    const detail = await projectDetail(made.runner(), backlogPaths(`${root}/api`), "1.0.0");
    expect(detail).toMatchObject({
      id: "api",
      name: "Api",
      loopState: "IDLE",
      backlogSummary: { done: 1, pending: 1, total: 2 },
      artifacts: { stale: true },
    });
    expect(detail.artifacts.details.join("\n")).toContain(".tool/TOOL.md: missing");
  });

  test("by another of its backlogs", async () => {
    const made = world({ "api/.tool.json": marker(), "api/plan/backlog.json": backlog("Plan") });
    const paths = backlogPaths(`${root}/api`, `${root}/api/plan`);
    expect(await projectDetail(made.runner(), paths, "1.0.0")).toMatchObject({
      id: "api",
      name: "Plan",
      backlogSummary: { total: 2 },
    });
  });

  test("that can't be read has its fault, and no more is claimed", async () => {
    const made = world({ "bad/.tool.json": "{" });
    expect(await projectDetail(made.runner(), backlogPaths(`${root}/bad`), "1.0.0")).toMatchObject({
      marker: null,
      error: { code: "INVALID_JSON" },
      artifacts: { stale: false, details: [] },
    });
    await expect(projectDetail(made.runner(), backlogPaths(root), "1.0.0")).rejects.toMatchObject({
      code: "NOT_INSTALLED",
    });
  });

  test("is found by its id: a child, else the root itself; never out of the root", async () => {
    const made = world({ ".tool.json": marker(), "api/.tool.json": marker(), "a-file": "" });
    made.files.plant({ "/elsewhere/p/.tool.json": marker() });
    made.files.plantLink(`${root}/out`, "/elsewhere/p");
    const ports = made.runner();
    expect(await resolveProjectId(ports, root, "api")).toBe(`${root}/api`);
    expect(await resolveProjectId(ports, root, "code")).toBe(root);
    await expect(resolveProjectId(ports, root, "out")).rejects.toMatchObject({ code: "PATH_VIOLATION" });
    await expect(resolveProjectId(ports, root, "..")).rejects.toMatchObject({ code: "INVALID_ID" });
    for (const id of ["gone", "a-file"]) {
      await expect(resolveProjectId(ports, root, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

/** Spec: Root directory resolution order. */
test.each([
  [
    { flag: "x", env: "/env" },
    { path: "/here/x", source: "flag" },
  ],
  [
    { flag: null, env: "../env" },
    { path: "/env", source: "env" },
  ],
  [
    { flag: null, env: "" },
    { path: "/code", source: "config" },
  ],
])("the root of %j is %j", async (named, expected) => {
  const ports = world({}).runner();
  const config = `${ports.machine.home}/.tool/config.json`;
  await ports.files.makeDir(`${ports.machine.home}/.tool`);
  await ports.files.write(config, '{"rootDirectory":"/code"}');
  expect(await resolveRootFolder(ports, { cwd: "/here", ...named })).toEqual(expected);
  await ports.files.remove(config);
  expect(await resolveRootFolder(ports, { cwd: "/here", flag: null, env: null })).toEqual({
    path: "/here",
    source: "cwd",
  });
});
