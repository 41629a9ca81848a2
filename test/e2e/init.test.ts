import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STACK_PRESETS } from "#contracts/project-rules";
import { agentScript, repoAt, scratch, tool } from "./harness.ts";
import { toolOnTerminal } from "./terminal.ts";

const plan = "# Plan\n\n- [ ] [bug] Mend the totals\n  - totals are exact\n- [ ] Export them\n";

describe("tool init", () => {
  it.each(STACK_PRESETS)(
    "%s: a repository with one commit, clean, whose profile is what is detected",
    async (stack) => {
      const cwd = scratch("code");
      const made = await tool(["init", "my-app", "--stack", stack], { cwd });
      expect(made.code, made.stderr).toBe(0);
      const repo = repoAt(join(cwd, "my-app"));
      expect(repo.subjects()).toEqual(["Start"]);
      expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
      const detected = await tool(["profile", "detect"], { cwd: repo.path });
      expect(detected.stdout).toMatch(/^✓ Nothing differs/);
      expect((await tool(["update", "--check"], { cwd: repo.path })).code).toBe(0);
    },
  );

  it("gives a project that the loop runs in, after the commands that it names", async () => {
    const cwd = scratch("code");
    writeFileSync(join(cwd, "plan.md"), plan);
    const line = ["init", "my-app", "--stack", "node-javascript", "--seed", "plan.md"];
    const made = await tool(line, { cwd });
    expect(made.stdout).toMatch(/^✓ Created my-app .* · node-javascript, npm · git, branch \S+$/m);
    // Without an identity of one's own the first commit is signed all the same, and said to be.
    expect(made.stderr).toMatch(/^warning: git knows no name of yours/);
    const commands = (made.stdout.split("\n→ ")[1] ?? "").trim().split(/\n\s*/);
    expect(commands).toEqual(["cd my-app", "tool loop run --create-branch night"]);

    const repo = repoAt(join(cwd, "my-app"));
    repo.git("config", "user.name", "A Tester");
    repo.git("config", "user.email", "tester@example.invalid");
    const agent = agentScript("npm test --silent || exit 1\necho work > work.txt\necho TOOL_DONE");
    const marker = repo.json(".tool.json") as { options: object };
    const options = { ...marker.options, provider: "generic-cli", providerConfig: { binary: agent } };
    repo.write(".tool.json", JSON.stringify({ ...marker, options }));
    repo.git("commit", "--quiet", "-am", "Name the agent");
    const ran = await tool((commands[1] ?? "").split(" ").slice(1), { cwd: repo.path });
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(repo.subjects().slice(2)).toEqual(["[tool] 001: Mend the totals", "[tool] 002: Export them"]);
  });

  it("killed on its way, it is finished by the same line", async () => {
    const cwd = scratch("code");
    const effects = join(cwd, "effects");
    const line = ["init", "whole", "--stack", "go"];
    await tool(line, { cwd, env: { TOOL_TEST_EFFECTS: effects } });
    const names = readFileSync(effects, "utf8").trim().split("\n");
    const commit = names.findIndex((name) => name.includes(" git.commitAll")) + 1;
    const whole = repoAt(join(cwd, "whole")).git("ls-files");
    // Every moment in memory; here a few of them, with the real git.
    for (const at of [2, 4, 9, Math.floor(commit / 2), commit - 2, commit]) {
      const again = ["init", `at-${at}`, "--stack", "go"];
      const killed = await tool(again, { cwd, env: { TOOL_TEST_CRASH_AT: String(at) } });
      expect(killed.signal, `effect ${at}`).toBe("SIGKILL");
      const finished = await tool(again, { cwd });
      expect(finished.code, `effect ${at}: ${finished.stderr}`).toBe(0);
      const repo = repoAt(join(cwd, `at-${at}`));
      expect(repo.git("ls-files"), `effect ${at}`).toBe(whole);
      expect(repo.git("status", "--porcelain"), `effect ${at}`).toBe("");
      expect(repo.subjects()).toEqual(["Start"]);
    }
  });

  it("inside of another repository makes none of its own, and commits nothing there", async () => {
    const outer = repoAt(scratch("outer"));
    outer.git("init", "--quiet", "--initial-branch=main");
    outer.write(".gitignore", "/ignored/\n");
    const made = await tool(["init", "apps/api", "--stack", "go"], { cwd: outer.path });
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("nothing committed yet")]);
    expect(outer.git("status", "--porcelain")).toBe("?? .gitignore\n?? apps/");
    expect(existsSync(join(outer.path, "apps/api/.git"))).toBe(false);
    const own = await tool(["init", "ignored/api", "--stack", "go"], { cwd: outer.path });
    expect(own.code).toBe(0);
    expect(existsSync(join(outer.path, "ignored/api/.git"))).toBe(true);
  });
});

describe("tool init on a terminal", () => {
  it("asks for name, stack and backlog, and no more", async () => {
    const cwd = scratch("ledger");
    const seeds = scratch("seeds");
    writeFileSync(join(seeds, "plan.md"), plan);
    const terminal = toolOnTerminal(["init"], { cwd });
    await terminal.shows("What is it called?");
    terminal.press("Enter");
    await terminal.shows("Which stack?");
    terminal.press("Down", "Down", "Enter");
    await terminal.shows("Which backlog?");
    terminal.press("Down", "Enter");
    await terminal.shows("Which file?");
    terminal.press("Enter");
    await terminal.shows("Type the name of a file");
    terminal.press(join(seeds, "plan.md"), "Enter");
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen()).toMatch(/✓ Created ledger .*python/);
    expect(terminal.screen()).toContain("2 items from plan.md");
    expect(repoAt(cwd).subjects()).toEqual(["Start"]);
  });

  it.each(["C-c", "C-d"])("%s leaves everything as it was", async (key) => {
    const cwd = scratch("code");
    const terminal = toolOnTerminal(["init", "my-app"], { cwd });
    await terminal.shows("Which stack?");
    terminal.press(key);
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen()).toContain("Nothing was written.");
    expect(existsSync(join(cwd, "my-app"))).toBe(false);
  });

  it("asks nothing when the line says it all, or says --yes", async () => {
    const cwd = scratch("code");
    const terminal = toolOnTerminal(["init", "my-app", "--yes"], { cwd });
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen()).not.toContain("Which");
  });
});
