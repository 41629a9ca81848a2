import { expect, it } from "vitest";
import type { Backlog } from "../../src/contracts/schema/backlog.ts";
import { addItems, agentScript, commitItems, makeProject, tool, type Repo } from "./harness.ts";

/** 001 blocks, 002 takes the work tree back to the last commit and then works, the others work. */
const agent = (deed: string): string =>
  agentScript(`cat > /dev/null
case $TOOL_ITEM_ID in
  001) echo "TOOL_BLOCKED:needs a token" ;;
  002) ${deed}; echo x > f002; echo TOOL_DONE ;;
  *) echo x > "f$TOOL_ITEM_ID"; echo TOOL_DONE ;;
esac`);

const run = async (repo: Repo) => (await tool(["loop", "run", "--force", "--json"], { cwd: repo.path })).code;
const items = (repo: Repo) =>
  (repo.json(".tool/backlog.json") as Backlog).items.map(({ id, status }) => `${id} ${status}`);
const starts = (repo: Repo) => repo.read(".tool/tool.log").match(/Item \d+ selected/g)?.length;

it.each(["git stash --quiet", "git reset --quiet --hard", "git checkout --quiet -- ."])(
  "an agent's `%s` takes back no block that no commit holds yet",
  async (deed) => {
    const repo = await makeProject(agent(deed));
    await commitItems(repo, ["One", "Two", "Three"]);
    expect(await run(repo)).toBe(5);
    expect(items(repo)).toEqual(["001 blocked", "002 done", "003 done"]);
    expect(starts(repo)).toBe(3);
    expect(repo.read(".tool/tool.log")).toContain("backlog.json was taken back to the last commit");
  },
);

it("nor items that nobody has committed", async () => {
  const repo = await makeProject(agent("git reset --quiet --hard"));
  await addItems(repo, [["One"], ["Two"], ["Three"]]);
  expect(await run(repo)).toBe(5);
  expect(items(repo)).toEqual(["001 blocked", "002 done", "003 done"]);
});

it("nor does a reviewer's", async () => {
  const reviewer = agentScript(`cat > /dev/null
case $TOOL_ITEM_ID in
  001) echo x > f001; echo TOOL_DONE ;;
  002) echo "TOOL_BLOCKED:needs a token" ;;
  *) git reset --quiet --hard; echo TOOL_DONE ;;
esac`);
  const repo = await makeProject(reviewer);
  await commitItems(repo, ["One", "Two"]);
  expect((await tool(["loop", "run", "--review"], { cwd: repo.path })).code).toBe(5);
  expect(items(repo)).toEqual(["001 done", "002 blocked"]);
});

it("what an agent edits in the backlog stands, as ever", async () => {
  const edit = `sed -i 's/"title": "Three"/"title": "Drei"/; s/in_progress/pending/' .tool/backlog.json`;
  const repo = await makeProject(agent(edit));
  await commitItems(repo, ["One", "Two", "Three"]);
  expect(await run(repo)).toBe(5);
  expect(repo.subjects().slice(-2)).toEqual(["[tool] 002: Two", "[tool] 003: Drei"]);
});
