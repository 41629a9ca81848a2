import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  agentScript,
  comesTo,
  commitItems,
  letIn,
  makeProject,
  NOBODY,
  programOfNobody,
  repoAt,
  scratch,
  startTool,
  tool,
} from "./harness.ts";
import { offered, paste } from "./offered.ts";

/** What a refusal offers is for the place it speaks of, and works there. */

const slow = agentScript(`echo half > "f$TOOL_ITEM_ID"; sleep 30; echo TOOL_DONE`);

it("a loop elsewhere in the repository is named, with commands that reach it", async () => {
  const repo = await makeProject(slow);
  await commitItems(repo, ["One"]);
  for (const name of ["sub", "docs"]) mkdirSync(join(repo.path, name));
  cpSync(join(repo.path, ".tool.json"), join(repo.path, "sub/.tool.json"));
  cpSync(join(repo.path, ".tool"), join(repo.path, "sub/.tool"), { recursive: true });
  cpSync(join(repo.path, ".tool/backlog.json"), join(repo.path, "docs/backlog.json"));
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "More roots");
  const places: readonly (readonly [cwd: string, args: string[], where: string])[] = [
    [join(repo.path, "sub"), [], "sub, which is in the same repository"],
    [repo.path, ["--backlog", "docs"], "another backlog of project: docs"],
  ];
  for (const [cwd, args, where] of places) {
    const running = startTool(["loop", "run", ...args], { cwd });
    await comesTo(running, () => repoAt(cwd).exists("f001"));
    const run = await tool(["loop", "run"], { cwd: repo.path });
    expect(run.stderr).toContain(`A loop is already running in ${where}.`);
    const [follow] = offered(run.stderr);
    expect(await follows(repo.path, follow)).toContain("001");
    const reset = await tool(["reset", repo.path], { cwd: "/" });
    expect(reset.stderr).toContain(`A loop is running in ${where}.`);
    expect(offered(reset.stderr)[0]).toBe(follow);
    paste(repo, offered(reset.stderr)[1]);
    expect((await running.ended).stdout).toContain("paused");
    expect(repo.exists(".tool/CANCEL")).toBe(false);
    repo.git("stash", "-u");
  }
});

/** What a follow shows of a loop that runs on. */
async function follows(cwd: string, line = ""): Promise<string> {
  const args = line.split(" ").slice(1);
  const following = startTool(args, { cwd });
  await comesTo(following, () => following.stdout().includes("001"));
  following.kill("SIGINT");
  return (await following.ended).stdout;
}

it("over unfinished work on main the way is back to its branch, and nothing is said to go on", async () => {
  const quick = agentScript(
    `echo half > "f$TOOL_ITEM_ID"; [ -e "$TOOL_STATE_DIR/go" ] || sleep 30; echo TOOL_DONE`,
  );
  const repo = await makeProject(quick);
  await commitItems(repo, ["One", "Two"]);
  repo.git("branch", "--force", "main");
  const running = startTool(["loop", "run"], { cwd: repo.path });
  await comesTo(running, () => repo.exists("f001"));
  running.kill("SIGINT");
  await running.ended;
  repo.git("switch", "--quiet", "main");
  for (const [line, other, purpose] of [
    ["resume", /^git stash push -u -m '\[tool\] 001'/, "then tool resume"],
    ["loop run", /^tool loop run --force$/, "go on with 001 there: tool resume"],
  ] as const) {
    const { code, stdout, stderr } = await tool(line.split(" "), { cwd: repo.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(offered(stderr)).toEqual(["git switch night", expect.stringMatching(other)]);
    expect(stderr).toContain(purpose);
  }
  paste(repo, "git switch --quiet night");
  repo.write(".tool/go", "");
  const { code, stdout } = await tool(["resume"], { cwd: repo.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Going on with 2 items\.\n\n/);
});

it("before the first commit no stash is offered", async () => {
  const repo = await makeProject(slow);
  await commitItems(repo, ["One"]);
  paste(repo, "rm -rf .git && git init -q -b night");
  const { code, stderr } = await tool(["loop", "run"], { cwd: repo.path });
  expect(code).toBe(2);
  expect(offered(stderr)).toEqual(['git add -A && git commit -m "<message>"', "tool loop run --force"]);
});

it.each([
  ["renamed", "git branch -m elsewhere"],
  ["deleted", "git switch -q -c elsewhere && git branch -D night"],
])("a branch that the agent %s is not to be switched to", async (_, deed) => {
  const repo = await makeProject(agentScript(`${deed}; echo TOOL_DONE`));
  await commitItems(repo, ["One"]);
  const { code, stdout } = await tool(["loop", "run"], { cwd: repo.path });
  expect(code).toBe(1);
  expect(stdout).toContain("The branch night is gone: it was deleted or renamed.");
  expect(offered(stdout)).toEqual(["git branch -v", "tool resume"]);
});

it("a marker that an agent has broken and a run has committed is to be had from the commit before", async () => {
  const repo = await makeProject(slow);
  await commitItems(repo, ["One"]);
  const sound = repo.read(".tool.json");
  repo.write(".tool.json", "{");
  repo.git("commit", "-qam", "[tool] 001: One");
  const { code, stderr } = await tool(["loop", "run"], { cwd: repo.path });
  expect(code).toBe(2);
  const [command] = offered(stderr);
  expect(command).toBe("git checkout HEAD~1 -- .tool.json");
  paste(repo, command);
  expect(repo.read(".tool.json")).toBe(sound);
});

it("a git directory that the agent takes away is said to be gone", async () => {
  const repo = await makeProject(agentScript("mv .git ../moved; echo TOOL_DONE"));
  await commitItems(repo, ["One"]);
  const { stdout } = await tool(["loop", "run"], { cwd: repo.path });
  expect(stdout).toContain("the agent took the git directory away");
});

it("a session that would end beyond all clocks is refused", async () => {
  const repo = await makeProject(slow);
  await commitItems(repo, ["One"]);
  const { code, stderr } = await tool(["loop", "run", "--timeout", "999999999999"], { cwd: repo.path });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error[VALIDATION_ERROR]: A session can't be given 999999999999 minutes.
  No clock can tell when that would end. Nothing was started.
`,
  });
});

it.skipIf(process.getuid?.() !== 0 || programOfNobody() === null)(
  "a lock that can't be given back is told in a sentence",
  async () => {
    const agent = agentScript("chmod a-w .git; echo TOOL_DONE");
    const repo = await makeProject(agent);
    await commitItems(repo, ["One"]);
    const home = scratch("home");
    for (const path of [repo.path, agent, home]) letIn(path);
    execFileSync("chown", ["-R", "65534:65534", repo.path, home]);
    const { stderr } = await tool(["loop", "run"], { cwd: repo.path, ...NOBODY, env: { HOME: home } });
    chmodSync(`${repo.path}/.git`, 0o755);
    expect(stderr).toMatch(/^warning: \S*tool-loop\.lock can't be removed: permission denied\.$/m);
  },
);
