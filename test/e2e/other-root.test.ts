import { expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import { agentScript, makeProject, tool } from "./harness.ts";

const done = agentScript(`echo "$TOOL_STATE_DIR" > "state-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`);

it("another backlog inside the project has a state of its own, and the project's instructions", async () => {
  const repo = await makeProject(done);
  const at = ["--backlog", "plans"];
  const options = { cwd: repo.path };
  repo.write("plans/backlog.json", JSON.stringify({ project: "plans", description: "", items: [] }));
  for (const title of ["One", "Two"]) {
    const added = await tool(
      ["backlog", "add", "--type", "bug", "--title", title, "--ac", "x", ...at],
      options,
    );
    expect(added.code).toBe(0);
  }
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Plans");
  expect(repo.git("ls-files", "plans").split("\n")).toEqual(["plans/.tool/.gitignore", "plans/backlog.json"]);

  const ran = await tool(["loop", "run", ...at], options);
  expect(ran.stderr).toBe("");
  expect(ran.code).toBe(0);
  expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: One", "[tool] 002: Two"]);
  expect(repo.git("show", "HEAD:state-002.txt")).toBe(`${repo.path}/plans/.tool`);
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(repo.exists(".tool/state.json")).toBe(false);
  expect(repo.json("plans/.tool/state.json")).toMatchObject({ status: "complete" });

  const status = await tool(["status", "--json", ...at], options);
  expect(JSON.parse(status.stdout)).toMatchObject({ loopState: "COMPLETE", backlogSummary: { done: 2 } });
  expect((await tool(["status", "--json"], options)).stdout).toContain('"IDLE"');
  expect((repo.json(".tool/backlog.json") as Backlog).items).toEqual([]);
  expect((await tool(["backlog", "restore", "--yes", ...at], options)).code).toBe(0);
  expect((await tool(["reset", "--json", ...at], options)).code).toBe(0);
});

it("a root outside of the project is refused", async () => {
  const repo = await makeProject(done);
  for (const where of ["..", "../other", "/tmp"]) {
    const { code, stderr } = await tool(["loop", "run", "--backlog", where], { cwd: repo.path });
    expect([code, stderr.split(":")[0]]).toEqual([2, "error[PATH_VIOLATION]"]);
  }
});
