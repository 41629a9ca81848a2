import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  addItems,
  agentScript,
  comesTo,
  makeProject,
  startTool,
  tool,
  type Repo,
  type ToolResult,
} from "./harness.ts";

/** A run on branch night whose session of 001 has written f001 when the run is ended by the signal. */
async function ended(signal: "SIGKILL" | "SIGINT", { verify = "true", branch = "" } = {}): Promise<Repo> {
  const agent = agentScript(
    `cat >/dev/null; echo x > "f$TOOL_ITEM_ID"; [ -e ../go ] || sleep 600; echo TOOL_DONE`,
  );
  const repo = await makeProject(agent);
  if (verify !== "") await run(repo, "profile", "set", "test", verify);
  await addItems(repo, [["One"], ["Two"]]);
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Items");
  if (branch !== "") repo.git("branch", branch);
  const running = startTool(["loop", "run"], { cwd: repo.path });
  await comesTo(running, () => existsSync(join(repo.path, "f001")));
  running.kill(signal);
  await running.ended;
  repo.write("../go", "");
  return repo;
}

const run = (repo: Repo, ...args: string[]): Promise<ToolResult> => tool(args, { cwd: repo.path });
const statuses = (repo: Repo): string[] =>
  (repo.json(".tool/backlog.json") as { items: { status: string }[] }).items.map(({ status }) => status);

describe("resume --recover of killed work, the user being", () => {
  it.each([
    [
      "on a detached HEAD",
      (repo: Repo) => repo.git("checkout", "--quiet", "--detach"),
      "HEAD is detached at",
    ],
    [
      "on another branch",
      (repo: Repo) => repo.git("checkout", "--quiet", "elsewhere"),
      "the branch is elsewhere.",
    ],
  ])("%s: nothing is committed there, and the way back is named", async (_, leave, says) => {
    const repo = await ended("SIGKILL", { branch: "elsewhere" });
    leave(repo);
    const before = repo.read(".tool/backlog.json");
    const refused = await run(repo, "resume", "--recover");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`error[CONFLICT]: The run was on night, and ${says}`);
    expect(refused.stderr).toContain("→ git switch night");
    expect(repo.read(".tool/backlog.json")).toBe(before);
    expect(repo.subjects()).not.toContain("[tool] 001: One");
    repo.git("switch", "--quiet", "night");
    expect((await run(repo, "resume", "--recover")).code).toBe(0);
    expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: One", "[tool] 002: Two"]);
  });

  it("on main, to which nothing goes unasked", async () => {
    const repo = await ended("SIGKILL");
    repo.git("branch", "--force", "main");
    repo.git("switch", "--quiet", "main");
    repo.git("branch", "--quiet", "-D", "night");
    const refused = await run(repo, "resume", "--recover");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("The branch is main, and the loop would commit to it.");
    expect(repo.subjects()).not.toContain("[tool] 001: One");
    repo.git("switch", "--quiet", "-c", "night");
    expect((await run(repo, "resume", "--recover")).code).toBe(0);
  });

  it("on the run's branch under a new name, which is where it goes on", async () => {
    const repo = await ended("SIGKILL");
    repo.git("branch", "-m", "night", "tonight");
    expect((await run(repo, "resume", "--recover")).code).toBe(0);
    expect(statuses(repo)).toEqual(["done", "done"]);
  });
});

describe("resume of a paused run", () => {
  it("takes unfinished work to no other branch, and moves nothing before it says so", async () => {
    const repo = await ended("SIGINT", { branch: "elsewhere" });
    repo.git("checkout", "--quiet", "elsewhere");
    const refused = await run(repo, "resume");
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("The unfinished work of 001 belongs there, too.");
    expect((await run(repo, "loop", "run")).stderr).toMatch(/\n→ git switch night +go on with 001 there/);
    repo.git("switch", "--quiet", "night");
    expect((await run(repo, "resume")).code).toBe(0);
    expect(repo.git("show", "--stat", "--format=", "HEAD~1")).toContain("f001");
  });

  it("goes on elsewhere once nothing is left to take along", async () => {
    const repo = await ended("SIGINT", { branch: "elsewhere" });
    repo.git("stash", "--quiet", "-u");
    repo.git("checkout", "--quiet", "elsewhere");
    expect((await run(repo, "resume")).code).toBe(0);
    expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: One", "[tool] 002: Two"]);
  });
});

describe("killed work that nothing verifies", () => {
  it("is never offered a resume that would be refused", async () => {
    const repo = await ended("SIGKILL", { verify: "" });
    const refused = await run(repo, "loop", "run");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("They may be the unfinished work of 001.");
    expect(refused.stderr).not.toContain("tool resume");
    expect(refused.stderr).toContain("git stash push -u -m '[tool] 001'");
  });

  it("is offered to be verified where something does", async () => {
    const repo = await ended("SIGKILL");
    expect((await run(repo, "loop", "run")).stderr).toContain("→ tool resume --recover");
  });

  it("was stopped, not refused, when Ctrl-C ends the verifying", async () => {
    const repo = await ended("SIGKILL", { verify: "touch ../verifying; sleep 600" });
    const recovering = startTool(["resume", "--recover"], { cwd: repo.path });
    await comesTo(recovering, () => repo.exists("../verifying"));
    recovering.kill("SIGINT");
    const { code, stderr } = await recovering.ended;
    expect(code).toBe(2);
    expect(stderr).toContain("Verifying 001 was stopped; its work was left as it is.");
    expect(repo.exists("f001")).toBe(true);
  });

  it("and verify that fails without a word says so", async () => {
    const repo = await ended("SIGKILL", { verify: "false" });
    expect((await run(repo, "resume", "--recover")).stderr).toContain("false exited 1 and said nothing.");
  });
});

describe("work of a blocked item that couldn't be stashed", () => {
  const blocked = async (items: string[][]): Promise<Repo> => {
    const lock = `[ $TOOL_ITEM_ID = 001 ] && [ ! -e ../go ] && touch .git/index.lock`;
    const repo = await makeProject(
      agentScript(`cat >/dev/null; echo x > "f$TOOL_ITEM_ID"; ${lock}; echo TOOL_DONE`),
    );
    await addItems(repo, items);
    expect((await run(repo, "loop", "run")).code).toBe(1);
    repo.write("../go", "");
    return repo;
  };

  it("is told of by whatever finds it, and unblocked, it is gone on with", async () => {
    const repo = await blocked([["One"]]);
    const resumed = await run(repo, "resume");
    expect(resumed.stdout).toContain("The tree holds the unfinished work of 001.");
    expect(resumed.stdout).toContain("→ tool backlog unblock 001");
    const refused = await run(repo, "loop", "run");
    expect(refused.stderr).toContain("the unfinished work of 001, which is blocked.");
    expect(refused.stderr).toContain("→ tool backlog unblock 001");
    await run(repo, "backlog", "unblock", "001");
    expect((await run(repo, "resume")).code).toBe(0);
    expect(repo.git("show", "--stat", "--format=", "HEAD")).toContain("f001");
  });

  it("goes into a stash that its reason names, once another item goes on", async () => {
    const repo = await blocked([["One"], ["Two"]]);
    const resumed = await run(repo, "resume");
    expect(resumed.stdout).toContain("001  stays blocked, its work goes into a stash");
    expect(repo.git("stash", "list")).toContain("[tool] 001");
    expect((await run(repo, "backlog", "show", "001")).stdout).toContain(
      'its work is in a stash, "[tool] 001"',
    );
  });
});

it("--seed-backlog on a detached HEAD commits to no branch", async () => {
  const repo = await makeProject(agentScript("echo TOOL_DONE"));
  repo.git("checkout", "--quiet", "--detach");
  await addItems(repo, [["Mine"]]);
  const before = repo.git("rev-parse", "HEAD");
  const refused = await run(repo, "loop", "run", "--seed-backlog");
  expect([refused.code, repo.git("rev-parse", "HEAD")]).toEqual([2, before]);
  expect(refused.stderr).toContain("HEAD is detached at");
  repo.git("switch", "--quiet", "night");
  expect(statuses(repo)).toEqual(["pending"]);
});
