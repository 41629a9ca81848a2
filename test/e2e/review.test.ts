import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopEvent } from "#contracts/schema/loop-event";
import { commitItems, agentScript, comesTo, makeProject, startTool, tool, type Repo } from "./harness.ts";

/** Reviews on a real repository, by agents that are real processes. */

const FINDING = {
  type: "bug",
  priority: 1,
  title: 'The "total" skips $LAST',
  description: "src/total.ts:14",
  acceptanceCriteria: ["total([1, 2]) is 3"],
};
const answer = (...items: unknown[]): string => JSON.stringify({ items, summary: "One wrong total." });

/** Works on an item when it has one; else keeps the prompt outside of the work tree and does what reviewers do here. */
const agent = (review: string): string =>
  agentScript(`
if [ -n "$TOOL_ITEM_ID" ]; then
  cat > /dev/null
  echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"
  echo TOOL_DONE
  exit 0
fi
cat > "$TOOL_STATE_DIR/archive/prompt-events.ndjson"
${review}`);
const finds = agent(`cat <<'END'\nI looked.\nTOOL_REVIEW:${answer(FINDING)}\nEND`);
const sound = agent("echo TOOL_DONE");

const prompt = (repo: Repo): string => repo.read(".tool/archive/prompt-events.ndjson");
const items = (repo: Repo): readonly BacklogItem[] => (repo.json(".tool/backlog.json") as Backlog).items;

async function project(script: string, ...titles: string[]): Promise<Repo> {
  const repo = await makeProject(script);
  repo.write(".tool/archive/.keep", "");
  await commitItems(repo, titles);
  return repo;
}

const events = (stdout: string): (LoopEvent & Record<string, unknown>)[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LoopEvent & Record<string, unknown>);

/** One that nobody has waited for yet is as good as gone. */
const isAlive = (pid: string): boolean => {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
};

describe("loop run --review", () => {
  it("mends what the review finds, in commits of their own, and ends", async () => {
    const repo = await project(finds, "First", "Second");
    const { code, stdout, stderr } = await tool(["loop", "run", "--review", "--ndjson"], { cwd: repo.path });
    expect([code, stderr]).toEqual([0, ""]);
    expect(repo.subjects().slice(-3)).toEqual([
      "[tool] 001: First",
      "[tool] 002: Second",
      '[tool] 003: The "total" skips $LAST',
    ]);
    const told = events(stdout);
    expect(told.filter(({ type }) => type?.startsWith("review_")).map(({ type }) => type)).toEqual([
      "review_started",
      "review_completed",
    ]);
    expect(told.find(({ type }) => type === "review_started")).toMatchObject({
      completedItemIds: ["001", "002"],
      files: 2,
      linesAdded: 2,
      linesRemoved: 0,
    });
    expect(told.at(-1)).toMatchObject({
      completedCount: 3,
      reviewItemsCreated: 1,
      reviewSummary: "One wrong total.",
    });
    expect(items(repo)[2]).toMatchObject({
      status: "done",
      source: "review",
      reviewBatch: expect.any(String),
    });
    expect(prompt(repo)).toContain("diff --git a/work-001.txt b/work-001.txt");
    expect(prompt(repo)).toMatch(/^# How to review/);
    expect(prompt(repo)).not.toContain("{{");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("names the files of a diff that is too long", async () => {
    const big = agentScript(`
if [ -n "$TOOL_ITEM_ID" ]; then
  cat > /dev/null
  yes "a line of a long file" | head -n 600000 > big.txt
  echo small > small.txt
else
  cat > "$TOOL_STATE_DIR/archive/prompt-events.ndjson"
fi
echo TOOL_DONE`);
    const repo = await project(big, "Big");
    expect(await tool(["loop", "run", "--review"], { cwd: repo.path })).toMatchObject({ code: 0 });
    expect(prompt(repo)).toContain("- big.txt: +600000 -0");
    expect(prompt(repo).length).toBeLessThan(150_000);
  });

  it("stashes what a reviewer changes, and says why a review failed", async () => {
    const repo = await project(agent(`echo x > scratch.txt; echo 'TOOL_REVIEW:{"items":[]}'`), "One");
    const { code, stdout } = await tool(["loop", "run", "--review", "--json"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      completedCount: 1,
      reviewFailure: "its payload has no summary",
    });
    expect(repo.git("stash", "list", "--format=%gs")).toContain("[tool] review");
    expect(repo.exists("scratch.txt")).toBe(false);
  });
});

describe("loop review", () => {
  it("prints what it found and leaves it pending", async () => {
    const repo = await project(finds, "First", "Second");
    await tool(["loop", "run"], { cwd: repo.path });
    repo.git("switch", "--quiet", "-c", "main-like");
    repo.write("work-001.txt", "edited by hand\n");
    const { code, stdout, stderr } = await tool(["loop", "review", "--timeout", "5"], { cwd: repo.path });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^✓ Review: 1 fix item added, 003/);
    expect(stdout).toContain("One wrong total.");
    expect(stdout).toContain('○ 003  The "total" skips $LAST');
    expect(stdout).toContain("→ tool loop run");
    expect(items(repo)[2]).toMatchObject({ status: "pending", source: "review" });
    expect(repo.read("work-001.txt")).toBe("edited by hand\n");
    expect(prompt(repo)).toContain("diff --git a/work-002.txt b/work-002.txt");
    expect(repo.exists(".tool/.loop.lock")).toBe(false);
  });

  it("says that there are no issues; --json gives the result", async () => {
    const repo = await project(sound, "One");
    await tool(["loop", "run"], { cwd: repo.path });
    expect((await tool(["loop", "review"], { cwd: repo.path })).stdout).toMatch(/^✓ Review: no issues/);
    const { stdout } = await tool(["loop", "review", "--json"], { cwd: repo.path });
    expect(JSON.parse(stdout)).toEqual({
      completedCount: 0,
      blockedCount: 0,
      cancelled: false,
      status: "complete",
      reviewSummary: "No issues.",
    });
  });

  it("says what failed, exit 1, and never that there were no issues", async () => {
    const repo = await project(agent("echo Hm."), "One");
    await tool(["loop", "run"], { cwd: repo.path });
    const { code, stdout } = await tool(["loop", "review"], { cwd: repo.path });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^! Review failed, nothing was added: it ended without an answer: Hm\./);
    expect(stdout).not.toContain("no issues");
  });

  it("has nothing to do where no item is done", async () => {
    const repo = await project(sound, "One");
    const { code, stdout } = await tool(["loop", "review"], { cwd: repo.path });
    expect([code, stdout]).toEqual([0, "Nothing to review: no item is done.\n"]);
  });

  it("a backlog of its own is reviewed by the project's REVIEW.md", async () => {
    const repo = await project(sound);
    repo.write("sub/backlog.json", JSON.stringify({ project: "sub", description: "", items: [] }));
    repo.write("sub/.tool/archive/.keep", "");
    const at = ["--backlog", "sub"];
    const add = ["backlog", "add", "--title", "One", "--type", "chore", "--ac", "it is there"];
    expect(await tool([...add, ...at], { cwd: repo.path })).toMatchObject({ code: 0 });
    repo.git("add", "-A");
    repo.git("commit", "--quiet", "-m", "Sub");
    expect(await tool(["loop", "run", ...at], { cwd: repo.path })).toMatchObject({ code: 0, stderr: "" });
    expect(await tool(["loop", "review", ...at], { cwd: repo.path })).toMatchObject({ code: 0 });
    expect(repo.read("sub/.tool/archive/prompt-events.ndjson")).toMatch(/^# How to review/);
  });

  it("is stopped by SIGTERM within seconds; the agent is gone", async () => {
    const repo = await project(
      agent(`sleep 1${process.pid} & echo $! > "$TOOL_STATE_DIR/DONE.pid"; wait`),
      "One",
    );
    await tool(["loop", "run"], { cwd: repo.path });
    const running = startTool(["loop", "review"], { cwd: repo.path });
    await comesTo(running, () => repo.exists(".tool/DONE.pid") && repo.read(".tool/DONE.pid").endsWith("\n"));
    running.kill("SIGTERM");
    const { code, stdout } = await running.ended;
    expect(code).toBe(1);
    expect(stdout).toContain("Paused");
    expect(isAlive(repo.read(".tool/DONE.pid").trim())).toBe(false);
    expect(repo.json(".tool/state.json")).toMatchObject({ status: "paused" });
  });

  it("is refused while a loop runs", async () => {
    const repo = await project(agentScript("sleep 30"), "One");
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await comesTo(running, () => repo.exists(".tool/state.json"));
    const { code, stderr } = await tool(["loop", "review"], { cwd: repo.path });
    running.kill("SIGTERM");
    await running.ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error\[LOCK_CONFLICT\]/);
  });
});
