import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { item, makeWorld } from "./server-world.ts";

/** The root directory `code` is a project itself. */
const world = await makeWorld();
afterAll(() => world.close());
cpSync(join(world.project, ".tool.json"), join(world.root, ".tool.json"));
mkdirSync(join(world.root, ".tool"));
const backlog = { project: "the root", description: "", items: [item("001")] };
writeFileSync(join(world.root, ".tool/backlog.json"), JSON.stringify(backlog));

const named = async () => {
  const { data } = await world.ask("GET", "/api/projects");
  return (data as { id: string; path: string }[]).find(({ id }) => id === "code")?.path;
};
const opened = async () => ((await world.ask("GET", "/api/projects/code")).data as { path: string }).path;

test("it is listed and opened under its folder's name", async () => {
  expect([await named(), await opened()]).toEqual([world.root, world.root]);
});

test("a plain folder of its name doesn't hide it; a project does, in both", async () => {
  mkdirSync(join(world.root, "code"));
  expect([await named(), await opened()]).toEqual([world.root, world.root]);
  rmSync(join(world.root, "code"), { recursive: true });
  cpSync(world.project, join(world.root, "code"), { recursive: true });
  expect([await named(), await opened()]).toEqual([join(world.root, "code"), join(world.root, "code")]);
});
