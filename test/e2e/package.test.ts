import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { addItems, agentScript, environment, mainFile, makeProject, scratch } from "./harness.ts";

const root = join(import.meta.dirname, "../..");

it("the packed tarball, installed globally into an empty prefix, gives a tool that runs the loop", async () => {
  const prefix = scratch("prefix");
  const npm = (...args: string[]): string =>
    execFileSync("npm", args, { cwd: root, env: environment(), encoding: "utf8", stdio: "pipe" });
  npm("pack", "--silent", "--pack-destination", prefix);
  const tarball = readdirSync(prefix).find((name) => name.endsWith(".tgz")) ?? "";
  npm("install", "--silent", "--offline", "--global", "--prefix", prefix, join(prefix, tarball));
  const installed = join(prefix, "lib/node_modules/backlog-loop");
  expect(existsSync(join(installed, "src"))).toBe(false);
  // What Node has compiled is kept by the installation, for the chunks that start a command and a run.
  const kept = keptCode(join(installed, "dist")).map((name) => name.split("-")[0]);
  expect(kept).toEqual(expect.arrayContaining(["base", "early", "loop"]));

  const repo = await makeProject(agentScript(`echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`));
  await addItems(repo, [["One"]]);
  const env = { ...environment(), PATH: `${join(prefix, "bin")}:${process.env["PATH"] ?? ""}` };
  const said = execFileSync("tool", ["loop", "run", "--json"], { cwd: repo.path, env, encoding: "utf8" });
  expect(JSON.parse(said)).toMatchObject({ completedCount: 1, blockedCount: 0 });
  expect(repo.subjects().at(-1)).toBe("[tool] 001: One");
}, 180_000);

it("the chunks are ASCII, and still say what isn't", async () => {
  const dist = dirname(mainFile);
  const chunks = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
  expect(chunks.length).toBeGreaterThan(3);
  for (const name of chunks) {
    expect(
      readFileSync(join(dist, name)).findIndex((byte) => byte > 0x7f),
      name,
    ).toBe(-1);
  }
  const repo = await makeProject(agentScript(""));
  await addItems(repo, [["Ünïcödé 🙂"]]);
  const say = (...args: string[]): string =>
    execFileSync(process.execPath, [mainFile, ...args], {
      cwd: repo.path,
      env: environment(),
      encoding: "utf8",
    });
  expect(say("backlog", "list")).toContain("Ünïcödé 🙂");
  expect(say("status")).toMatch(/○ Idle[^]*→ tool loop run/);
});

it.each([
  ["of nothing", () => Buffer.alloc(0)],
  ["that is none", () => Buffer.from("no compiled code at all")],
  ["cut in half", (kept: Buffer) => kept.subarray(0, kept.length / 2)],
  [
    "of another Node",
    (kept: Buffer) => Buffer.concat([kept.subarray(0, 4), Buffer.alloc(4), kept.subarray(8)]),
  ],
])("kept code %s is not taken", async (_, spoil) => {
  const copy = scratch("copy");
  cpSync(dirname(mainFile), join(copy, "dist"), { recursive: true });
  const files = keptCode(join(copy, "dist"));
  expect(files.length).toBeGreaterThan(1);
  for (const name of files) {
    const path = join(copy, "dist", name);
    writeFileSync(path, spoil(readFileSync(path)));
  }
  const repo = await makeProject(agentScript(""));
  const args = [join(copy, "dist/main.cjs"), "backlog", "list", "--json"];
  expect(execFileSync(process.execPath, args, { cwd: repo.path, env: environment(), encoding: "utf8" })).toBe(
    "[]\n",
  );
});

const keptCode = (dist: string): string[] => readdirSync(dist).filter((name) => name.endsWith(".cache"));
