import { describe, expect, it } from "vitest";
import { textWidth } from "#cli/render/width";
import { mainFile, tool, type Repo } from "./harness.ts";
import { agentLog, preparedProject } from "./prepared-project.ts";
import { onTerminal, toolOnTerminal, type TerminalOptions } from "./terminal.ts";

/** Screens on real terminals: narrow, wide, without colour, without anything. */

const project = async (): Promise<Repo> => {
  const repo = await preparedProject();
  const edit = [
    "backlog",
    "edit",
    "006",
    "--title",
    "金額を表示する 🎉 Beträge in jeder Währung zeigen, überall",
  ];
  await tool(edit, { cwd: repo.path });
  return repo;
};
const screenOf = async (words: string, options: TerminalOptions): Promise<string> => {
  const terminal = toolOnTerminal(words.split(" "), options);
  await terminal.exitCode();
  return terminal.screen();
};

describe.each([40, 80, 300])("%i columns", (columns) => {
  it.each(["backlog list", "status", "help loop run"])("%s", async (words) => {
    const { path: cwd } = await project();
    const lines = (await screenOf(words, { cwd, columns, rows: 100 })).split("\n");
    const pasted = /^ *(→ |Examples )? *tool /;
    expect(lines.filter((line) => textWidth(line) > columns && !pasted.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(3);
  });
});

it("a title in wide characters is cut at its column", async () => {
  const { path: cwd } = await project();
  const lines = (await screenOf("backlog list", { cwd, columns: 40 })).split("\n");
  const row = lines.find((line) => line.includes("006")) ?? "";
  expect(row).toMatch(/^○ 006 P1 {2}金額を表示する 🎉 Be.*…$/);
  expect(textWidth(row)).toBeLessThanOrEqual(40);
});

it("TERM=dumb: ASCII at 80, nothing redrawn", async () => {
  const { path: cwd } = await preparedProject();
  // tmux sets a TERM of its own.
  const script = `process.env.TERM = "dumb"; require(${JSON.stringify(mainFile)})`;
  const terminal = onTerminal(["-e", script, "tool", "backlog", "list"], { cwd, columns: 120 });
  await terminal.exitCode();
  expect(terminal.screen()).toMatch(/^006 .*- pending +Item 006/m);
  expect(terminal.screen()).toMatch(/^[\x20-\x7e\n]*$/);
});

it("status --follow is redrawn in its place, and left by q", async () => {
  const repo = await preparedProject();
  const terminal = toolOnTerminal(["status", "--follow", "--interval", "0.2"], { cwd: repo.path });
  await terminal.shows(/7 items, 2 done, 2 pending[^]*every 0\.2s · \d\d:\d\d:\d\d · Ctrl-C leaves/);
  await tool(["backlog", "unblock", "005"], { cwd: repo.path });
  await terminal.shows(/7 items, 2 done, 3 pending/);
  terminal.resize(50, 30);
  await terminal.shows(/every 0\.2s · \d\d:\d\d:\d\d$/m);
  terminal.press("q");
  expect(await terminal.exitCode()).toBe(0);
  const screen = terminal.screen();
  expect(screen.split("Backlog ").length).toBe(2);
  expect(screen).not.toContain("every");
});

it("log -f shows what is there and what comes", async () => {
  const repo = await preparedProject();
  const terminal = toolOnTerminal(["log", "-f", "--tail", "2"], { cwd: repo.path });
  await terminal.shows(/^\[2026-11-01 10:00:28\] Line 28\n.* Line 29$/);
  await tool(["loop", "run", "--json"], { cwd: repo.path, env: { AGENT_LOG: agentLog(repo) } });
  await terminal.shows(/Item 009 completed: Item 009/);
  terminal.press("C-c");
  expect(await terminal.exitCode()).toBe(0);
});
