import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch, tool } from "./harness.ts";

const init = async (cwd: string, name: string): Promise<void> => {
  const { code, stderr } = await tool(["init", name, "--stack", "go"], { cwd });
  if (code !== 0) throw new Error(stderr);
};

/** A root with so many folders that are no projects. */
function rootOf(folders: number): string {
  const root = scratch("code");
  for (let i = 0; i < folders; i += 1) mkdirSync(join(root, `folder-${i}`));
  return root;
}

const idsIn = async (cwd: string, args: readonly string[] = [], env = {}): Promise<string[]> => {
  const { code, stdout, stderr } = await tool(["projects", "list", "--json", ...args], { cwd, env });
  expect([code, stderr]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
};

describe("discovery on a real disk", () => {
  it("finds projects among a thousand folders; links stay inside, odd files are told", async () => {
    const root = rootOf(1000);
    const elsewhere = scratch("elsewhere");
    await init(root, "api");
    await init(elsewhere, "secret");
    symlinkSync(join(elsewhere, "secret"), join(root, "out"));
    symlinkSync(join(root, "api"), join(root, "twice"));
    symlinkSync("loop-b", join(root, "loop-a"));
    symlinkSync("loop-a", join(root, "loop-b"));
    mkdirSync(join(root, "piped"));
    execFileSync("mkfifo", [join(root, "piped/.tool.json")]);
    mkdirSync(join(root, "torn"));
    writeFileSync(join(root, "torn/.tool.json"), '{\n "tool": tru');

    const { code, stdout } = await tool(["projects", "list"], { cwd: root });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^api +go +- +no +\S+\/api$/) as string,
      expect.stringMatching(/^Broken {3}piped: \.tool\.json can't be read/) as string,
      "         torn: .tool.json is not valid JSON, line 2",
    ]);
    const status = await tool(["projects", "status"], { cwd: root });
    expect(status.stdout.split("\n")[1]).toMatch(/^api +Idle +0\/0 +\S+\/api$/);
  });

  it("looks where the flag, the environment, the setting or the folder says, in this order", async () => {
    const roots = await Promise.all(
      ["flag", "env", "config", "here"].map(async (name) => {
        const root = scratch(name);
        await init(root, `in-${name}`);
        return root;
      }),
    );
    const [flag = "", env = "", config = "", here = ""] = roots;
    const home = { HOME: scratch("home") };
    expect(await idsIn(here, [], home)).toEqual(["in-here"]);
    const set = await tool(["config", "set", "rootDirectory", "."], { cwd: config, env: home });
    expect(set.code, set.stderr).toBe(0);
    expect(await idsIn(here, [], home)).toEqual(["in-config"]);
    expect(await idsIn(here, [], { ...home, TOOL_ROOT: env })).toEqual(["in-env"]);
    expect(await idsIn(here, ["--root", flag], { ...home, TOOL_ROOT: env })).toEqual(["in-flag"]);
  });
});
