import { expect, it } from "vitest";
import { agentScript, comesTo, commitItems, makeProject, startTool, tool, type Repo } from "./harness.ts";
import { offered, paste } from "./offered.ts";

const slow = agentScript(`echo half > "f$TOOL_ITEM_ID"; [ -e stop ] || sleep 30; echo TOOL_DONE`);

/** Ctrl-C in the middle of 001, and an item that comes before it from then on. */
async function interrupted(): Promise<Repo> {
  const repo = await makeProject(slow);
  await commitItems(repo, ["One", "Two"]);
  const running = startTool(["loop", "run"], { cwd: repo.path });
  await comesTo(running, () => repo.exists("f001"));
  running.kill("SIGINT");
  await running.ended;
  const urgent = ["--title", "Urgent", "--type", "bug", "--ac", "it is there", "--priority", "1"];
  await tool(["backlog", "add", ...urgent], { cwd: repo.path });
  return repo;
}

it.each([
  ["reset", "work tree  not clean, with the unfinished work of 001: f001"],
  ["backlog reset --yes", "The work tree is not clean, with the unfinished work of 001: f001."],
])("%s names whose work lies in the tree, and what it offers works", async (line, words) => {
  const repo = await interrupted();
  const { stdout } = await tool(line.split(" "), { cwd: repo.path });
  expect(stdout).toContain(words);
  const [keep, discard, ...more] = offered(stdout);
  expect(more).toEqual([]);
  expect(stdout).not.toContain("loop run");
  paste(repo, keep);
  expect(repo.git("stash", "list")).toMatch(/\[tool\] 001$/);
  expect(repo.exists("f001")).toBe(false);
  repo.write("f001", "half\n");
  repo.write("README.md", "half, too\n");
  repo.git("add", "f001");
  paste(repo, discard);
  expect(repo.git("status", "--porcelain")).toBe("M .tool/backlog.json");
  repo.write(".gitignore", `${repo.read(".gitignore")}stop\n`);
  repo.write("stop", "");
  repo.git("add", ".gitignore");
  repo.git("commit", "--quiet", "-m", "Stop");
  expect((await tool(["loop", "run"], { cwd: repo.path })).code).toBe(0);
  expect(repo.git("log", "--format=%s", "--", "f001")).toBe("[tool] 001: One");
});

it("reset --json says whose work it is, and only then", async () => {
  const repo = await interrupted();
  const report = async (): Promise<unknown> =>
    JSON.parse((await tool(["reset", "--json"], { cwd: repo.path })).stdout) as unknown;
  expect(await report()).toMatchObject({ treeClean: false, unfinishedItem: "001" });
  expect(await report()).not.toHaveProperty("unfinishedItem");
});

it("reset offers a run only where it would be let in", async () => {
  const repo = await interrupted();
  repo.git("stash", "push", "-u", "--", "f001");
  repo.git("branch", "--force", "main", "night");
  repo.git("switch", "--quiet", "main");
  const { stdout } = await tool(["reset"], { cwd: repo.path });
  expect(offered(stdout)).toEqual(["tool loop run --create-branch night-2", "tool loop run --force"]);
});
