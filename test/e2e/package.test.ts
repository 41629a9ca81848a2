import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addItems, agentScript, environment, makeProject, scratch } from "./harness.ts";

const root = join(import.meta.dirname, "../..");

it("the packed tarball, installed globally into an empty prefix, gives a tool that runs the loop", async () => {
  const prefix = scratch("prefix");
  const npm = (...args: string[]): string =>
    execFileSync("npm", args, { cwd: root, env: environment(), encoding: "utf8", stdio: "pipe" });
  npm("pack", "--silent", "--pack-destination", prefix);
  const tarball = readdirSync(prefix).find((name) => name.endsWith(".tgz")) ?? "";
  npm("install", "--silent", "--offline", "--global", "--prefix", prefix, join(prefix, tarball));
  expect(existsSync(join(prefix, "lib/node_modules/backlog-loop/src"))).toBe(false);

  const repo = await makeProject(agentScript(`echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`));
  await addItems(repo, [["One"]]);
  const env = { ...environment(), PATH: `${join(prefix, "bin")}:${process.env["PATH"] ?? ""}` };
  const said = execFileSync("tool", ["loop", "run", "--json"], { cwd: repo.path, env, encoding: "utf8" });
  expect(JSON.parse(said)).toMatchObject({ completedCount: 1, blockedCount: 0 });
  expect(repo.subjects().at(-1)).toBe("[tool] 001: One");
}, 60_000);
