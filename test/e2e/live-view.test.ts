import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import type { LoopState } from "#contracts/schema/loop-state";
import {
  addItems,
  agentScript,
  comesTo,
  environment,
  mainFile,
  makeProject,
  startTool,
  type Repo,
} from "./harness.ts";
import { toolOnTerminal } from "./terminal.ts";

/** The views on a real terminal, and what real pipes do to them. */

/** Does 001 at once; of 002 it does half and then takes its time. */
const agent = agentScript(`
cat > /dev/null
if [ "$TOOL_ITEM_ID" = 002 ]; then echo half > half.txt; echo working; sleep 600; fi
echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"
echo TOOL_DONE`);

const project = async (): Promise<Repo> => {
  const repo = await makeProject(agent);
  await addItems(repo, [["Fix rounding in the daily totals"], ["Add CSV export for statements"]]);
  return repo;
};
const status = (repo: Repo): string => (repo.json(".tool/state.json") as LoopState).status;
const count = (text: string, part: string): number => text.split(part).length - 1;

describe("loop run on a terminal", () => {
  it("survives resizes, and leaves history and summary when it is stopped by q and y", async () => {
    const repo = await project();
    const terminal = toolOnTerminal(["loop", "run"], { cwd: repo.path });
    await terminal.shows(/⠹? ?.*002 {2}Add CSV export for statements +\d+s\n {7}last output/);
    for (const [columns, bar] of [
      [46, /━{5}─{5} {2}1 of 2 done/],
      [120, /━{12}─{12} {2}1 of 2 done · iteration 2 of 20/],
      [80, /━{12}─{12} {2}1 of 2 done · iteration 2 of 20/],
    ] as const) {
      terminal.resize(columns, 50);
      await terminal.shows(bar);
    }
    const once = ["branch night", "✓ 001", "1 of 2 done", "? help"];
    // A look may fall into a redrawing.
    await expect
      .poll(() => once.map((words) => [words, count(terminal.screen(), words)]))
      .toEqual(once.map((words) => [words, 1]));
    terminal.press("q");
    await terminal.shows(/Stop the loop\? 002 goes back to pending; 1 commit stays\. {3}y stop · n go on/);
    terminal.press("n");
    await terminal.shows(/q stop · v details · \? help/);
    terminal.press("q", "y");
    await terminal.shows(/■ Paused {2}1 of 2 done · stopped by you/);
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen()).not.toContain("━");
    expect(terminal.screen()).toContain("002 is pending again; its unfinished work is in the tree");
    expect(status(repo)).toBe("paused");
  });

  it("Ctrl-C stops without asking", async () => {
    const repo = await project();
    const terminal = toolOnTerminal(["loop", "run"], { cwd: repo.path });
    await terminal.shows(/last output/);
    terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(1);
    expect(status(repo)).toBe("paused");
  });

  it("SIGHUP, which a closed terminal sends, stops it, too", async () => {
    const repo = await project();
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await comesTo(running, () => repo.exists("half.txt"));
    running.kill("SIGHUP");
    expect((await running.ended).code).toBe(1);
    expect(status(repo)).toBe("paused");
  });
});

describe("follow on a terminal", () => {
  it("shows a run of another process, and its end", async () => {
    const repo = await project();
    const terminal = toolOnTerminal(["follow", "--interval", "0.2"], { cwd: repo.path });
    await terminal.shows(/^No run yet in project; waiting for one\. Ctrl-C leaves\./);
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await terminal.shows(/● healthy {2}1 done · 002 Add CSV export for statements$/);
    running.kill("SIGTERM");
    await terminal.shows(/■ Paused {2}1 of 2 done · stopped by you/);
    expect(await terminal.exitCode()).toBe(0);
    await running.ended;
  });

  it("Ctrl-C leaves it, and the loop goes on", async () => {
    const repo = await project();
    const running = startTool(["loop", "run"], { cwd: repo.path });
    const terminal = toolOnTerminal(["follow"], { cwd: repo.path });
    await terminal.shows(/● healthy {2}1 done/);
    terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(0);
    expect(status(repo)).toBe("running");
    running.kill("SIGTERM");
    await running.ended;
  });
});

describe("a reader that goes away", () => {
  const head = (repo: Repo, args: string) =>
    spawnSync(
      "bash",
      ["-c", `'${process.execPath}' '${mainFile}' ${args} | head -1; echo "\${PIPESTATUS[0]}"`],
      {
        cwd: repo.path,
        env: environment(),
        encoding: "utf8",
        timeout: 30_000,
      },
    );

  it("doesn't stop a loop", async () => {
    const repo = await makeProject(
      agentScript(`cat > /dev/null; echo "$TOOL_ITEM_ID" > "$TOOL_ITEM_ID.txt"; echo TOOL_DONE`),
    );
    await addItems(repo, [["One"], ["Two"], ["Three"]]);
    const { stdout } = head(repo, "loop run --ndjson");
    expect(stdout).toMatch(/^\{"type":"loop_started".*\}\n0\n$/);
    expect(repo.subjects().slice(-3)).toEqual(["[tool] 001: One", "[tool] 002: Two", "[tool] 003: Three"]);
  });

  it("ends a follow at the next thing that it would tell", async () => {
    const repo = await makeProject(agentScript("cat > /dev/null; sleep 0.1"));
    await addItems(repo, [["Never done"]]);
    const running = startTool(["loop", "run", "--retries", "9999", "--iterations", "9999"], {
      cwd: repo.path,
    });
    await comesTo(running, () => repo.exists(".tool/events.ndjson"));
    expect(head(repo, "follow --json").stdout).toMatch(/^\{"type":"loop_started".*\}\n0\n$/);
    expect(status(repo)).toBe("running");
    running.kill("SIGTERM");
    await running.ended;
  });
});

describe("status --follow", () => {
  it("redraws as much as the terminal is high, however often it looks", async () => {
    const repo = await project();
    const cwd = repo.path;
    const terminal = toolOnTerminal(["status", "--follow", "--interval", "0.02"], { cwd, rows: 4 });
    await terminal.shows("Idle");
    // More looks than Node lets pass with a listener each.
    const backlog = repo.json(".tool/backlog.json") as Backlog;
    for (let more = 1; more <= 14; more += 1) {
      const others = Array.from({ length: more }, (_, n) => ({ ...backlog.items[0], id: `1${n + 10}` }));
      repo.write(".tool/backlog.json", JSON.stringify({ ...backlog, items: [...backlog.items, ...others] }));
      await terminal.shows(`${more + 2} items`);
    }
    await expect.poll(() => count(terminal.screen(), "Idle")).toBe(1);
    expect(terminal.screen()).not.toContain("Source");
    terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen()).toMatch(/Source +none$/);
    expect(terminal.screen()).not.toContain("Warning");
  });
});
