import { describe, expect, it } from "vitest";
import { makeRepo, tool } from "./harness.ts";

const scripts = (names: readonly string[]): string =>
  JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, `node ${name}.js`])) });

describe("tool profile", () => {
  it("detects what has changed, and what it offers makes it so", async () => {
    const repo = makeRepo({ "package.json": scripts(["test", "build"]) });
    const at = { cwd: repo.path };
    await tool(["install", "--yes"], at);
    repo.write("package.json", scripts(["test", "lint"]));
    const detected = await tool(["profile", "detect"], at);
    const [, offered = ""] = detected.stdout.split("→ ");
    const commands = offered
      .trim()
      .split("\n")
      .map((line) => line.trim().replace(/ {3}.*/, ""));
    expect(commands).toEqual(['tool profile set lint "npm run lint"', 'tool profile set build ""']);
    for (const command of commands) {
      const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', "")).slice(1);
      const { code, stderr } = await tool(words, at);
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect((await tool(["profile", "detect"], at)).stdout).toMatch(/^✓ Nothing differs/);
    expect(repo.read(".tool/TOOL.md")).toContain("`npm test && npm run lint`");
    expect((await tool(["update", "--check"], at)).code).toBe(0);
  });
});
