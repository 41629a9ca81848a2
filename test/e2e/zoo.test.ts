import { describe, expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { agentPath, isRunning } from "../agents/start-agent.ts";
import { crowd } from "../crowd.ts";
import { addItems, makeProject, tool, type Repo, type ToolResult } from "./harness.ts";
import { livingProcesses } from "./night-promises.ts";

/** Agents that behave as no agent should, each a tiny executable: how their item ends, and that nothing of them lives on. */

interface Night {
  readonly repo: Repo;
  readonly result: ToolResult;
  /** Of the run alone. */
  readonly tookMs: number;
  /** The first item, whose agent it is. */
  readonly item: BacklogItem;
  readonly second: BacklogItem;
}

const FILES = { "README.md": "# A project\n", "shared.txt": "start\n" };
/** Enough for a process to start on a busy machine. */
const SHORT_MINUTES = "0.02";

async function nightWith(
  agent: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Night> {
  const repo = await makeProject(agentPath(agent), FILES, { args });
  await addItems(repo, [["First"], ["Second", "--depends-on", "001"]]);
  const budget = flags.includes("--iterations") ? [] : ["--iterations", "1"];
  const run = ["loop", "run", "--retries", "0", ...budget, ...flags];
  const started = performance.now();
  const result = await tool(run, { cwd: repo.path, env: { NODE_OPTIONS: "--max-old-space-size=64" } });
  const tookMs = performance.now() - started;
  expect(livingProcesses(repo.path)).toEqual([]);
  for (const lock of [".tool/.loop.lock", ".git/tool-loop.lock", ".git/index.lock"]) {
    expect(repo.exists(lock), lock).toBe(false);
  }
  const [item, second] = (repo.json(".tool/backlog.json") as Backlog).items;
  if (item === undefined || second === undefined) throw new Error("The backlog has lost its items");
  expect((await tool(["backlog", "validate"], { cwd: repo.path })).code).toBe(0);
  return { repo, result, tookMs, item, second };
}

const state = (repo: Repo): unknown => repo.json(".tool/state.json");

describe.concurrent("processes", () => {
  const timedOut = {
    status: "blocked",
    blockedReason: expect.stringMatching(/^timed out after 1\.2 seconds/),
  } as const;
  const endings: readonly [agent: string, args: string[], flags: string[], ends: Partial<BacklogItem>][] = [
    ["ignores-sigterm.sh", [], ["--timeout", SHORT_MINUTES], timedOut],
    ["silent.sh", [], ["--timeout", SHORT_MINUTES], timedOut],
    ["half-line-then-hangs.sh", [], ["--timeout", SHORT_MINUTES], timedOut],
    ["talks-on-sigterm.sh", [], ["--timeout", SHORT_MINUTES], timedOut],
    ["runs-tool-in-own-session.mjs", ["stubborn"], ["--timeout", SHORT_MINUTES], timedOut],
    ["double-forks-setsid.mjs", [], [], { status: "done" }],
    ["holds-pipe.sh", [], [], { status: "blocked", deferred: true }],
    ["spawns-server.mjs", [], [], { status: "blocked", deferred: true }],
    ["half-character.sh", [], [], { status: "done" }],
    ["no-newline.sh", [], [], { status: "done" }],
    ["closes-stdin.sh", [], [], { status: "done" }],
    ["prints-lines.mjs", [`${50 * 1024 * 1024}`], [], { status: "done" }],
    ["prints-one-line.mjs", [`${50 * 1024 * 1024}`], [], { status: "done" }],
  ];

  it.each(endings)("%s %j", async (agent, args, flags, ends) => {
    const { item, result } = await nightWith(agent, args, flags);
    expect(item).toMatchObject(ends);
    expect(result.code).toBe(ends.status === "done" ? 4 : ends.deferred === true ? 1 : 5);
  });

  it("dies-by-segv.sh: nothing that the item did wrong", async () => {
    const { item, result, repo } = await nightWith("dies-by-segv.sh", [], ["--breaker", "1"]);
    expect(item.status).toBe("pending");
    expect(result.code).toBe(1);
    expect(state(repo)).toMatchObject({ status: "error" });
  });

  it("escapes-with-pipe.mjs can't be found, and the run ends all the same", async () => {
    const { item, repo, tookMs } = await nightWith("escapes-with-pipe.mjs", ["120", "talks"]);
    const escaped = Number(/left (\d+)/.exec(item.blockedReason ?? repo.read(".tool/tool.log"))?.[1]);
    expect(tookMs).toBeLessThan(30_000 * crowd());
    expect(item).toMatchObject({ status: "blocked", deferred: true });
    if (isRunning(escaped)) process.kill(escaped);
  });
});

describe("files and git", () => {
  it.each(["deletes-state-dir.sh", "tears-backlog.sh"])(
    "%s: rebuilt from memory, the item blocked",
    async (agent) => {
      const { item, second, result, repo } = await nightWith(agent);
      expect(item).toMatchObject({
        status: "blocked",
        blockedReason: expect.stringContaining("backlog.json"),
      });
      expect(second).toMatchObject({ status: "pending", title: "Second" });
      expect(result.code).toBe(5);
      expect(repo.git("show", "stash@{0}^3:work.txt")).toBe("work");
    },
  );

  it("edits-backlog.sh: the runner knows its own item best, other edits stand", async () => {
    const { item, second, repo } = await nightWith("edits-backlog.sh");
    expect(item).toMatchObject({ status: "done" });
    expect(item.blockedReason).toBeUndefined();
    expect(second).toMatchObject({ status: "pending", title: "Another second" });
    expect(JSON.parse(repo.git("show", "HEAD:.tool/backlog.json"))).toMatchObject({ items: [item, second] });
  });

  it.each(["switches-branch.sh", "detaches-head.sh"])(
    "%s: the branch is restored, the work stashed",
    async (agent) => {
      const { item, result, repo } = await nightWith(agent);
      expect(item).toMatchObject({
        status: "blocked",
        blockedReason: expect.stringContaining("night is restored"),
      });
      expect(result.code).toBe(5);
      expect(repo.git("branch", "--show-current")).toBe("night");
      expect(repo.subjects().at(-1)).toBe("Set up tool");
      expect(repo.git("show", "stash@{0}^3:work.txt")).toBe("work");
    },
  );

  it("commits-as-another.sh: proves nothing for the other", async () => {
    const { item, second, repo } = await nightWith("commits-as-another.sh", [], ["--iterations", "2"]);
    expect(item.status).toBe("done");
    expect(second).toMatchObject({ status: "blocked", deferred: true });
    expect(repo.read(".tool/tool.log")).toContain("[tool] 002: Second");
    expect((await tool(["reset", "--json"], { cwd: repo.path })).code).toBe(0);
    expect((repo.json(".tool/backlog.json") as Backlog).items[1]).toMatchObject({ status: "pending" });
  });

  it("amends-history.sh: the loop halts, and says how to get back", async () => {
    const { item, result, repo } = await nightWith("amends-history.sh");
    expect(item).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringContaining("rewrote history"),
    });
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("The agent rewrote history");
    const [, dropped = ""] = /; (\w+) was dropped/.exec(item.blockedReason ?? "") ?? [];
    repo.git("reset", "--keep", dropped);
    expect(repo.subjects().at(-1)).toBe("Set up tool");
  });

  const operations: readonly [agent: string, args: string[], name: string][] = [
    ["leaves-merge.sh", ["merge"], "merge"],
    ["leaves-merge.sh", ["rebase"], "rebase"],
    ["leaves-merge.sh", ["cherry-pick"], "cherry-pick"],
    ["leaves-popped-stash.sh", [], "conflict"],
  ];

  it.each(operations)("%s %j: nothing is committed, the loop halts", async (agent, args, name) => {
    const { item, second, result, repo } = await nightWith(agent, args, ["--iterations", "2"]);
    // A pop that meets a conflict keeps its stash.
    const left = name === "conflict" ? "; a stash of its own is \\w{7}" : "";
    const blockedReason = expect.stringMatching(`^the agent left a ${name} unfinished${left}$`) as string;
    expect(item).toMatchObject({ status: "blocked", blockedReason });
    expect(second.status).toBe("pending");
    expect(result.code).toBe(1);
    expect(state(repo)).toMatchObject({ status: "error" });
    expect(result.stdout).toContain(`The agent left a ${name} unfinished.`);
    expect(repo.git("diff", "--name-only", "--diff-filter=U")).toBe("shared.txt");
    expect(repo.git("log", "--branches", "--format=%s")).not.toContain("[tool]");
    for (const again of [
      ["loop", "run", "--force"],
      ["resume", "--retry-blocked"],
    ]) {
      const refused = await tool(again, { cwd: repo.path });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`A ${name} is under way in this repository.`);
      expect(refused.stderr).toContain(name === "conflict" ? "git status" : `git ${name} --abort`);
    }
  });

  it.each([["with commits"], ["empty"]])(
    "nests-repository.sh %s: left in place, never committed",
    async (kind) => {
      const { item, result, repo } = await nightWith("nests-repository.sh", [kind]);
      expect(item).toMatchObject({ status: "blocked", blockedReason: expect.stringContaining("inner") });
      expect(result.code).toBe(5);
      expect(repo.read("inner/x.txt")).toBe("x\n");
      expect(repo.subjects().at(-1)).toBe("Set up tool");
      expect(repo.git("ls-files", "inner")).toBe("");
      expect(repo.git("show", "stash@{0}^3:work.txt")).toBe("work");
    },
  );
});
