import { beforeAll, describe, expect, test } from "vitest";
import { templateNames } from "#core/install/artifact-paths";
import { backlogPaths } from "#contracts/paths";
import { initProject, type InitRequest } from "#engine/operations/init/init-project";
import { updatePlan } from "#engine/operations/install/update-project";
import type { Ports } from "#engine/ports";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { createMortalPorts } from "../../../../test/fakes/mortal-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const path = "/home/ada/code/shop";
const request: InitRequest = {
  projectPath: path,
  description: "Sells books",
  stack: "python",
  overrides: {},
  seedMarkdown: "- [ ] [bug] Mend\n- [ ] Build\n",
  version: "1.0.0",
};

function newWorld(initialized = false): MemoryWorld {
  const world = createMemoryWorld({ topLevel: path, initialized });
  world.git.checkout("main");
  for (const name of templateNames) world.templates.set(name, templateTexts[name] ?? "");
  return world;
}

/** Without what differs by the time of day. */
function treeOf(world: MemoryWorld): Record<string, string> {
  const tree = Object.fromEntries(world.files.tree(path));
  const { installedAt: _, ...marker } = JSON.parse(tree[".tool.json"] ?? "{}") as Record<string, unknown>;
  return { ...tree, ".tool.json": JSON.stringify(marker) };
}

const run = (world: MemoryWorld, more: Partial<InitRequest> = {}, ports: Ports = world.runner()) =>
  initProject(ports, { ...request, ...more });

test("makes folder, repository, skeleton, artifacts, backlog and one commit", async () => {
  const world = newWorld();
  const { report, commit, branch, itemCount } = await run(world);
  expect([branch, itemCount, report.projectName]).toEqual(["main", 2, "shop"]);
  expect(world.git.log().map(({ hash, subject }) => [hash, subject])).toEqual([[commit, "Start"]]);
  expect(await world.git.status((await world.git.repository(path))!)).toEqual([]);
  const backlog = JSON.parse(world.files.textOf(`${path}/.tool/backlog.json`) ?? "") as {
    items: { id: string; type: string; title: string; acceptanceCriteria: string[] }[];
  };
  expect(backlog).toMatchObject({ project: "shop", description: "Sells books" });
  expect(backlog.items.map(({ id, type, title }) => `${id} ${type} ${title}`)).toEqual([
    "001 bug Mend",
    "002 feature Build",
  ]);
  expect(backlog.items[0]?.acceptanceCriteria).toEqual([`${report.profile.verify} passes`]);
  const ignored = world.files.textOf(`${path}/.gitignore`) ?? "";
  expect(ignored).toMatch(/^__pycache__\/$[^]+^# tool:begin$/m);
});

test("of a long plan sessions are told the beginning, by whole lines, and the report says so", async () => {
  const world = newWorld();
  const lines = Array.from({ length: 900 }, (_, n) => `Line ${n} of the plan`);
  const { report } = await run(world, { seedMarkdown: ["- [ ] Build", ...lines].join("\n") });
  const told = world.files.textOf(`${path}/.tool/TOOL.md`) ?? "";
  expect(told).toMatch(/\nLine 300 of the plan\n[^]*\nLine \d+ of the plan\n\n\(The plan goes on/);
  expect(told.length).toBeLessThan(16_000);
  expect(report.warnings).toEqual([expect.stringMatching(/^The plan is long: /)]);
});

test("a plan without items is told of", async () => {
  const { report, itemCount } = await run(newWorld(), { seedMarkdown: "Just a thought.\n" });
  expect(itemCount).toBe(0);
  expect(report.warnings).toEqual([expect.stringMatching(/^The plan has no items: /)]);
});

test("the report names every file once, with what was done to it", async () => {
  const world = newWorld();
  const { report } = await run(world);
  const files = report.actions.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  const there = Object.keys(treeOf(world)).filter((file) => !file.startsWith(".git/"));
  expect([...files].sort()).toEqual(there.sort());
  expect(report.actions.find(({ file }) => file === ".tool/backlog.json")).toEqual({
    file: ".tool/backlog.json",
    action: "created",
    detail: "2 items",
  });
  expect(report.actions.every(({ action }) => action !== "skipped")).toBe(true);
});

test.each<[Partial<InitRequest>, string]>([
  [{ requirements: "All of it" }, "Sells books\n\nAll of it\n"],
  [{ seedMarkdown: "# Plan\n- [ ] A\n" }, "Sells books\n\n# Plan\n- [ ] A\n"],
  [{ seedMarkdown: "<!-- tool:end -->\nProse" }, "Sells books\n\nProse\n"],
  [{ seedMarkdown: undefined }, "Sells books\n"],
])("with %j agents read %j about the project, and update has nothing to mend", async (more, expected) => {
  const world = newWorld();
  const ports = world.runner();
  await run(world, more, ports);
  const instruction = world.files.textOf(`${path}/.tool/TOOL.md`) ?? "";
  expect(instruction.split("## About this project\n\n")[1]?.split("\n<!--")[0]).toBe(expected);
  expect((await updatePlan(ports, backlogPaths(path), { version: "1.0.0" })).stale).toBe(false);
});

describe("killed at any moment, the same call finishes it", () => {
  let whole: Record<string, string> = {};
  let calls = 0;
  beforeAll(async () => {
    const world = newWorld();
    const mortal = createMortalPorts(world.runner(), { at: 0, when: "before", onDeath: () => undefined });
    await run(world, {}, mortal.ports);
    whole = treeOf(world);
    calls = mortal.calls();
  });

  test("before each of its calls", async () => {
    expect(calls).toBeGreaterThan(60);
    for (let at = 1; at <= calls; at += 1) {
      const world = newWorld();
      const victim = world.runner();
      const mortal = createMortalPorts(victim, {
        at,
        when: "before",
        onDeath: () => world.processes.kill(victim.machine.pid),
      });
      await Promise.race([run(world, {}, mortal.ports), mortal.dead]);
      const again = await run(world).catch((error: { code?: string }) => error.code);
      // Killed after its commit, there is nothing left to do.
      expect(again === "ALREADY_INSTALLED" || typeof again === "object", `call ${at}`).toBe(true);
      expect(treeOf(world), `call ${at}`).toEqual(whole);
      expect(world.git.log().map(({ subject }) => subject)).toEqual(["Start"]);
      expect(await world.git.status((await world.git.repository(path))!), `call ${at}`).toEqual([]);
    }
  });
});

describe("refuses, and writes nothing,", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["a folder with somebody's files", { "main.c": "" }, "CONFLICT", "shop is not empty."],
    ["another skeleton", { "package.json": "{}" }, "CONFLICT", "shop is not empty."],
    [
      "a kept backlog, which it would not seed",
      { ".tool/backlog.json": '{"project":"x","description":"","items":[]}' },
      "CONFLICT",
      "shop is not empty.",
    ],
  ])("%s", async (_, files, code, message) => {
    const world = newWorld();
    world.files.plant(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}/${name}`, text])),
    );
    await expect(run(world)).rejects.toMatchObject({ code, message });
    expect(Object.fromEntries(world.files.tree(path))).toEqual(files);
  });

  test("a project that is there", async () => {
    const world = newWorld();
    await run(world);
    await expect(run(world)).rejects.toMatchObject({ code: "ALREADY_INSTALLED" });
  });

  test("a file where the folder is to be, the home, and a name that is none", async () => {
    const world = newWorld();
    world.files.plant({ [path]: "" });
    await expect(run(world)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/shop is a file\.$/),
    });
    const { home } = world.runner().machine;
    await expect(run(newWorld(), { projectPath: home })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(run(newWorld(), { name: " " })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

test("a repository that is there keeps what it holds, and its commits stay its own", async () => {
  const world = newWorld(true);
  world.files.plant({ [`${path}/README.md`]: "mine\n", [`${path}/.gitignore`]: "mine/\n" });
  const repository = (await world.git.repository(path))!;
  await world.git.commitAll(repository, "Mine");
  const { commit, report } = await run(world);
  expect(commit).toBeNull();
  expect(world.git.log().map(({ subject }) => subject)).toEqual(["Mine"]);
  expect(world.files.textOf(`${path}/README.md`)).toBe("mine\n");
  expect(world.files.textOf(`${path}/.gitignore`)).toMatch(/^mine\/\n\n# tool:begin\n/);
  expect(report.actions.find(({ file }) => file === "README.md")?.action).toBe("skipped");
});

test("a first commit that fails leaves everything there, and is made by the next call", async () => {
  const world = newWorld();
  world.git.refusal = "gpg failed to sign the data";
  await expect(run(world)).rejects.toMatchObject({
    code: "CONFLICT",
    message: "The first commit failed; all files are there.",
    reason: "  gpg failed to sign the data",
  });
  world.git.refusal = null;
  expect((await run(world)).commit).not.toBeNull();
});
