import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { environment, mainFile, repoAt, scratch, startNode, tool, type Repo } from "./harness.ts";
import { onTerminal } from "./terminal.ts";

const demo = join(dirname(mainFile), "../scripts/demo/main.mjs");

const demoCommits = [
  "A ledger with failing tests",
  "Set up tool",
  "[tool] 001: Add up the entries of a day",
  "[tool] 002: Round half to even",
  "[tool] 003: Parse amounts with a comma",
  "[tool] 004: Print the monthly statement",
];

const statuses = (repo: Repo): string[] => {
  const { items } = repo.json(".tool/backlog.json") as { items: { id: string; status: string }[] };
  return items.map((item) => `${item.id} ${item.status}`);
};

describe("npm run demo", () => {
  it("is a night in a scratch project, and a true account of it in the morning", async () => {
    const home = scratch("home");
    mkdirSync(join(home, "backlog-demo"));
    const settings =
      "[init]\n defaultBranch = night\n[commit]\n gpgsign = true\n[core]\n hooksPath = /nowhere\n";
    writeFileSync(join(home, ".gitconfig"), `${settings}[user]\n name = Ada\n email = ada@example.invalid\n`);
    const env = { HOME: home, GIT_CONFIG_GLOBAL: undefined };
    const { code, stdout, stderr } = await startNode([demo, "--quick"], { cwd: home, env }).ended;
    expect([code, stderr]).toEqual([0, ""]);

    const repo = repoAt(join(home, "backlog-demo-2"));
    expect(repo.subjects()).toEqual(demoCommits);
    expect(repo.git("branch", "--show-current")).toBe("night");
    expect(repo.git("log", "--format=%an <%ae>").split("\n")).toContain("Ada <ada@example.invalid>");
    expect(statuses(repo)).toEqual([
      "001 done",
      "002 done",
      "003 done",
      "004 done",
      "005 blocked",
      "006 blocked",
    ]);
    expect(readdirSync(home).sort()).toEqual([".gitconfig", "backlog-demo", "backlog-demo-2"]);

    const hash = (id: string): string => repo.git("log", "--format=%h", `--grep=^\\[tool\\] ${id}:`);
    const morning = stdout.slice(stdout.indexOf("Good morning")).split("\n");
    expect(morning[0]).toBe("Good morning. 4 of 6 done, 2 need you.");
    expect(morning[1]).toBe("The agent was scripted. The edits, tests, commits and blocks are real.");
    for (const id of ["001", "002", "003", "004"]) {
      expect(morning.find((line) => line.startsWith(`✓ ${id}  `))).toMatch(
        new RegExp(` \\d+s  ${hash(id)}$`),
      );
    }
    expect(morning).toContain("       second attempt; the first left a test red");
    expect(morning.join("\n")).toContain(
      `! 005  Publish the package${" ".repeat(47)}blocked\n       needs NPM_TOKEN; there are no credentials in this environment\n`,
    );
    expect(morning.join("\n")).toMatch(
      /\? 006 {2}Choose how long to keep exports +needs human\n {7}30 or 90 days\? The spec says both\.\n/,
    );
    expect(morning).toContain("Tests    7 failing before, none now");
    expect(morning).toContain("Commits  4 on night, in ~/backlog-demo-2");

    const hints = morning.slice(
      morning.findIndex((line) => line.startsWith("→ ")),
      -1,
    );
    const commands = hints.map((line) => line.slice(2).split(/ {3,}/)[0] ?? "");
    const ofTheDemo = commands.filter((line) => !line.startsWith("npm "));
    const shell = execFileSync("sh", [], {
      // Items that are left give an exit code of their own.
      input: `${ofTheDemo.join("\n")}\ntrue\n`,
      env: { ...environment(), ...env, GIT_PAGER: "cat" },
      encoding: "utf8",
      stdio: "pipe",
    });
    expect(shell).toContain("[tool] 004: Print the monthly statement");
    expect(statuses(repo)).toContain("006 done");
    expect(repo.read("docs/exports.md").match(/\d+ days/g)).toEqual(["90 days", "90 days"]);
  });

  it("ends cleanly on Ctrl-C, and says how to go on", async () => {
    const home = scratch("home");
    const terminal = onTerminal([demo], { cwd: home, env: { HOME: home, GIT_CONFIG_GLOBAL: "" }, rows: 60 });
    await terminal.shows(/✓ 001 .*\n⠹|✓ 001 [^]*002/);
    terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(130);
    expect(terminal.screen()).toContain("→ cd ~/backlog-demo");
    const repo = repoAt(join(home, "backlog-demo"));
    expect(statuses(repo)).not.toContain("002 in_progress");
    const status = await tool(["status", "--json"], { cwd: repo.path, env: { HOME: home } });
    expect(JSON.parse(status.stdout)).toMatchObject({ loopState: "PAUSED", lock: { present: false } });
    expect(readdirSync(home)).toEqual(["backlog-demo"]);
  });

  it("takes a folder of its own, but none that is there, and no option that it doesn't know", async () => {
    const cwd = scratch("cwd");
    for (const [args, code, words] of [
      [["--dir", "."], 1, `${cwd} is there already. Nothing was written.`],
      [["--agent", "codex"], 1, "codex is not installed."],
      [["--fast"], 2, "Unknown option '--fast'"],
    ] as const) {
      const env = { INIT_CWD: undefined, PATH: "/usr/bin:/bin" };
      const result = await startNode([demo, ...args], { cwd, env }).ended;
      expect(result.code).toBe(code);
      expect(result.stderr).toContain(words);
    }
    expect(readdirSync(cwd)).toEqual([]);
  });
});
