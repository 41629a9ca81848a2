import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { commitItems, agentScript, makeProject, scratch, startTool, tool, type Repo } from "./harness.ts";

/** What ends a night early, or must not, on real git and with real processes. */

async function project(agent: string, titles: readonly string[]): Promise<Repo> {
  const repo = await makeProject(agentScript(agent));
  await commitItems(repo, titles);
  return repo;
}

it("nobody to commit as: the run ends after the first item, and says what to configure", async () => {
  const repo = await project(`echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`, ["One", "Two"]);
  for (const name of ["user.name", "user.email"]) repo.git("config", "--unset", name);
  repo.git("config", "user.useConfigOnly", "true");
  const { code, stdout, stderr } = await tool(["loop", "run", "--force"], { cwd: repo.path });
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/git knows nobody to commit as/);
  expect(`${stdout}${stderr}`).toMatch(/git config user\.name "<your name>"/);
  repo.git("config", "user.name", "Mine");
  repo.git("config", "user.email", "mine@example.org");
  expect((await tool(["backlog", "unblock", "001"], { cwd: repo.path })).code).toBe(0);
  expect((await tool(["resume"], { cwd: repo.path })).code).toBe(0);
  expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: One", "[tool] 002: Two"]);
});

it("work in a submodule is never called done", async () => {
  const repo = await project(`echo more >> sub/file.txt; echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`, [
    "One",
    "Two",
  ]);
  repo.write("sub/file.txt", "one\n");
  const who = ["-c", "user.name=B", "-c", "user.email=b@example.org"];
  repo.git("init", "-q", "sub");
  repo.git("-C", "sub", "add", "-A");
  repo.git("-C", "sub", ...who, "commit", "-q", "-m", "inner");
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./sub", "sub");
  repo.git("commit", "--quiet", "-m", "Submodule");
  const run = await tool(["loop", "run", "--force"], { cwd: repo.path });
  expect(run.code).toBe(1);
  expect(repo.json(".tool/backlog.json")).toMatchObject({
    items: [
      { status: "blocked", blockedReason: expect.stringContaining("submodule sub") },
      { status: "pending" },
    ],
  });
  const again = await tool(["resume"], { cwd: repo.path });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("git -C sub status")]);
  expect(repo.read("sub/file.txt")).toBe("one\nmore\n");
});

it("a runner that stood still past the timeout counts what was said in time", async () => {
  const marks = scratch("marks");
  const agent = `cat > /dev/null; touch ${marks}/started; while ! test -f ${marks}/go; do sleep 0.05; done
echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE; touch ${marks}/ended`;
  const repo = await project(agent, ["One"]);
  const running = startTool(["loop", "run", "--force", "--timeout", "0.05"], { cwd: repo.path });
  const seen = async (name: string): Promise<void> => {
    while (!existsSync(join(marks, name))) await pause(20);
  };
  await seen("started");
  running.kill("SIGSTOP");
  appendFileSync(join(marks, "go"), "");
  await seen("ended");
  // The three seconds of the timeout pass while nobody reads.
  await pause(3200);
  running.kill("SIGCONT");
  const { code, stdout } = await running.ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining("001")]);
  expect(repo.subjects().at(-1)).toBe("[tool] 001: One");
});
