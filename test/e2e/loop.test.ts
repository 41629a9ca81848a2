import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { isRunning } from "../agents/start-agent.ts";
import { crowd } from "../crowd.ts";
import { addItems, agentScript, comesTo, makeProject, startTool, tool, type Repo } from "./harness.ts";

/** The loop on a real repository, with agents that are real processes. */

const done = agentScript(`
cat > /dev/null
echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"
echo "All criteria pass."
echo TOOL_DONE`);

const run = (repo: Repo, ...args: string[]): ReturnType<typeof tool> =>
  tool(["loop", "run", ...args], { cwd: repo.path });

const item = (repo: Repo, id: string): BacklogItem => {
  const found = (repo.json(".tool/backlog.json") as Backlog).items.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No item ${id}`);
  return found;
};

describe("a night", () => {
  it("makes one clean commit of each item, in order, with the word in it", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [
      ["Second", "--priority", "3"],
      ["First", "--priority", "1"],
      ["Third", "--priority", "4", "--depends-on", "001"],
    ]);
    const { code, stderr } = await run(repo);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(repo.subjects().slice(-3)).toEqual([
      "[tool] 002: First",
      "[tool] 001: Second",
      "[tool] 003: Third",
    ]);
    expect(repo.git("status", "--porcelain")).toBe("");
    const inCommit = JSON.parse(repo.git("show", "HEAD~2:.tool/backlog.json")) as Backlog;
    expect(inCommit.items.map(({ id, status }) => [id, status])).toEqual([
      ["001", "pending"],
      ["002", "done"],
      ["003", "pending"],
    ]);
    expect(repo.git("show", "--name-only", "--format=", "HEAD~2").split("\n")).toEqual([
      ".tool/backlog.json",
      "work-002.txt",
    ]);
    expect(repo.exists(".tool/DONE")).toBe(true);
    expect(repo.exists(".tool/.loop.lock")).toBe(false);
    expect(repo.git("stash", "list")).toBe("");
  });

  it("--json prints the result alone, --ndjson each event and then the result", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    const lines = (await run(repo, "--ndjson")).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line["type"])).toEqual([
      "loop_started",
      "iteration_start",
      "item_selected",
      "llm_spawned",
      "llm_exited",
      "signal_parsed",
      "item_completed",
      "loop_completed",
      undefined,
    ]);
    expect(lines.at(-1)).toMatchObject({ completedCount: 1, blockedCount: 0, cancelled: false });
    for (const line of lines.slice(0, -1))
      expect(line).toMatchObject({ projectPath: repo.path, timestamp: expect.stringMatching(/Z$/) });
    await addItems(repo, [["Two"]]);
    const { stdout } = await run(repo, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ completedCount: 1, blockedCount: 0, cancelled: false });
  });

  it("goes on with an earlier run's events in the archive, numbered anew", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    await run(repo);
    const first = repo.read(".tool/events.ndjson");
    await addItems(repo, [["Two"]]);
    await run(repo);
    const archived = readdirSync(join(repo.path, ".tool/archive")).filter((name) =>
      name.endsWith("-events.ndjson"),
    );
    expect(archived).toHaveLength(1);
    expect(repo.read(`.tool/archive/${archived[0] ?? ""}`)).toBe(first);
    const records = repo
      .read(".tool/events.ndjson")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { seq: number; schemaVersion: string });
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index));
    expect(new Set(records.map(({ schemaVersion }) => schemaVersion))).toEqual(new Set(["1"]));
  });

  it("tells the agent of its item, state directory and that nobody is there, and works in the project", async () => {
    const repo = await makeProject(
      agentScript(`
cat > prompt.txt
pwd > where.txt
echo "$TOOL_ITEM_ID $TOOL_NON_INTERACTIVE $TOOL_STATE_DIR $FROM_FLAG" > told.txt
echo TOOL_DONE`),
    );
    await addItems(repo, [["Say hello", "--description", "Be kind"]]);
    const other = await tool(["loop", "run", repo.path, "--env", "FROM_FLAG=yes"], { cwd: "/" });
    expect(other.code).toBe(0);
    expect(repo.read("told.txt")).toBe(`001 1 ${repo.path}/.tool yes\n`);
    expect(repo.read("where.txt")).toBe(`${repo.path}\n`);
    expect(repo.read("prompt.txt")).toContain("Be kind");
  });
});

describe("what an item can end as", () => {
  it("blocked, with a reason, its work in a stash, and exit 5", async () => {
    const repo = await makeProject(agentScript(`echo half > half.txt; echo "TOOL_BLOCKED:needs NPM_TOKEN"`));
    await addItems(repo, [["Publish"]]);
    expect((await run(repo)).code).toBe(5);
    expect(item(repo, "001")).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringContaining("needs NPM_TOKEN"),
    });
    expect(repo.exists("half.txt")).toBe(false);
    expect(repo.git("stash", "list")).toContain("[tool] 001");
    expect(repo.git("show", "stash@{0}^3:half.txt")).toBe("half");
  });

  it("a question, which --pause-on-needs-human stops at with exit 3", async () => {
    const repo = await makeProject(agentScript(`echo "30 or 90 days?"; echo; echo TOOL_NEEDS_HUMAN`));
    await addItems(repo, [["One"], ["Two"]]);
    expect((await run(repo, "--pause-on-needs-human")).code).toBe(3);
    expect(item(repo, "001")).toMatchObject({ needsHuman: true, blockedReason: "30 or 90 days?" });
    expect(item(repo, "002").status).toBe("pending");
  });

  it("timed out, with nothing of it alive", async () => {
    const repo = await makeProject(
      agentScript(`(sleep 600 & echo $! > child.pid); setsid sleep 601 & echo $! > other.pid; sleep 602`),
    );
    await addItems(repo, [["Hang"]]);
    expect((await run(repo, "--timeout", "0.05")).code).toBe(5);
    expect(item(repo, "001").blockedReason).toMatch(/^timed out after 3 seconds/);
    for (const file of ["child.pid", "other.pid"]) {
      const pid = Number(repo.git("show", `stash@{0}^3:${file}`));
      expect(isRunning(pid), file).toBe(false);
    }
  });

  it("done by the agent's own commit, when the tree is clean", async () => {
    const repo = await makeProject(
      agentScript(`echo x > own.txt; git add own.txt; git commit -qm "[tool] 001: Own"; echo bye`),
    );
    await addItems(repo, [["Own"]]);
    expect((await run(repo)).code).toBe(0);
    expect(item(repo, "001").status).toBe("done");
  });

  it("blocked with the hook's words when its commit fails", async () => {
    const repo = await makeProject(done);
    repo.write(".git/hooks/pre-commit", "#!/bin/sh\necho 'lint: 3 problems' >&2\nexit 1\n");
    (await import("node:fs")).chmodSync(join(repo.path, ".git/hooks/pre-commit"), 0o755);
    await addItems(repo, [["One"]]);
    expect((await run(repo)).code).toBe(5);
    expect(item(repo, "001")).toMatchObject({
      status: "blocked",
      completedAt: null,
      blockedReason: expect.stringContaining("lint: 3 problems"),
    });
    expect(repo.git("stash", "list")).toContain("[tool] 001");
    expect(repo.git("status", "--porcelain", "--", ":!.tool")).toBe("");
  });
});

describe("stopping", () => {
  const slow = agentScript(`echo half > half.txt; sleep 600`);

  it.each(["SIGINT", "SIGTERM"] as const)(
    "%s ends the agent, keeps the work, and the item is pending",
    async (signal) => {
      const repo = await makeProject(slow);
      await addItems(repo, [["Slow"]]);
      const running = startTool(["loop", "run"], { cwd: repo.path });
      await comesTo(running, () => repo.exists("half.txt"));
      const asked = performance.now();
      running.kill(signal);
      const { code } = await running.ended;
      expect(performance.now() - asked).toBeLessThan(4000 * crowd());
      expect(code).toBe(1);
      expect(item(repo, "001")).toMatchObject({ status: "pending" });
      expect(repo.read("half.txt")).toBe("half\n");
      expect(repo.json(".tool/state.json")).toMatchObject({ status: "paused", unfinishedItem: "001" });
      expect(repo.exists(".tool/.loop.lock")).toBe(false);
    },
  );

  it("the CANCEL file does the same", async () => {
    const repo = await makeProject(slow);
    await addItems(repo, [["Slow"]]);
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await comesTo(running, () => repo.exists("half.txt"));
    repo.write(".tool/CANCEL", "");
    expect((await running.ended).code).toBe(1);
    expect(repo.json(".tool/state.json")).toMatchObject({ status: "paused" });
  });

  it("killed outright: the next start ends its agent and mends what it left", async () => {
    const repo = await makeProject(agentScript(`echo $$ > ../agent.pid; sleep 600`));
    await addItems(repo, [["Slow"]]);
    const pidFile = join(repo.path, "../agent.pid");
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await comesTo(running, () => existsSync(pidFile) && readFileSync(pidFile, "utf8").endsWith("\n"));
    running.kill("SIGKILL");
    await running.ended;
    const pid = Number(readFileSync(pidFile, "utf8"));
    expect(isRunning(pid)).toBe(true);
    expect(item(repo, "001").status).toBe("in_progress");
    const marker = repo.json(".tool.json") as { options: { providerConfig: { binary: string } } };
    marker.options.providerConfig.binary = done;
    repo.write(".tool.json", JSON.stringify(marker));
    expect((await run(repo, "--force")).code).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(item(repo, "001").status).toBe("done");
  });

  it("a second loop is refused with exit 2 and touches nothing", async () => {
    const repo = await makeProject(slow);
    await addItems(repo, [["Slow"]]);
    const running = startTool(["loop", "run"], { cwd: repo.path });
    // Events are written while the agent works already; this is the last one until it ends.
    const story = ".tool/events.ndjson";
    await comesTo(running, () => repo.exists(story) && repo.read(story).includes('"llm_spawned"'));
    const events = repo.read(story);
    const second = await run(repo);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain("error[LOCK_CONFLICT]");
    expect(repo.read(story)).toBe(events);
    expect(repo.exists(".tool/.loop.lock")).toBe(true);
    running.kill("SIGINT");
    await running.ended;
  });
});
