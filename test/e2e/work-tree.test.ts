import { describe, expect, it } from "vitest";
import { addItems, agentScript, commitItems, makeProject, tool } from "./harness.ts";
import type { Repo, ToolResult } from "./harness.ts";

/** A project with a few items; the script says what the agent does besides writing a file of the item's own. */
async function project(script: string, items = 2): Promise<Repo> {
  const repo = await makeProject(
    agentScript(`cat > /dev/null\necho x > "f$TOOL_ITEM_ID"\n${script}\necho TOOL_DONE`),
  );
  await commitItems(
    repo,
    Array.from({ length: items }, (_, n) => `Item ${n + 1}`),
  );
  return repo;
}

const run = (repo: Repo, ...flags: string[]): Promise<ToolResult> =>
  tool(["loop", "run", ...flags], { cwd: repo.path });

const BOOKKEEPING = /state\.json|\.lock|ndjson|tool\.log|\.bak/;

describe("an agent that rewrites .gitignore", () => {
  it.each(["printf 'node_modules\\n' > .gitignore", "rm .gitignore"])(
    "%s: no bookkeeping rides in its commit or in a later one",
    async (deed) => {
      const repo = await project(`[ $TOOL_ITEM_ID = 001 ] && ${deed}`);
      const { code, stderr } = await run(repo);
      expect([code, stderr]).toEqual([0, ""]);
      const tracked = repo.git("ls-files", ".tool").split("\n");
      expect(tracked).toContain(".tool/.gitignore");
      expect(tracked.filter((path) => BOOKKEEPING.test(path))).toEqual([]);
      expect(repo.git("status", "--short")).toBe("");
      repo.git("switch", "--quiet", "main");
    },
  );

  it("and undoes what kept it out: git is asked again", async () => {
    const repo = await project("[ $TOOL_ITEM_ID = 001 ] && : > .gitignore; rm -f .tool/.gitignore");
    await run(repo);
    expect(repo.git("ls-files", ".tool")).not.toMatch(BOOKKEEPING);
  });

  it("and commits it with all that lay there: the run says what is in git, and so does the next", async () => {
    const repo = await project(
      "[ $TOOL_ITEM_ID = 001 ] && : > .gitignore && git add -A && git commit -qm mine",
    );
    await run(repo);
    expect(repo.read(".tool/tool.log")).toContain("are in git, and ride in its commits: .tool/state.json");
    await addItems(repo, [["Next"]]);
    const { stderr } = await run(repo);
    expect(stderr).toContain(".tool/state.json, .tool/tool.log, .tool/.loop.lock");
    expect(stderr).toContain("git rm --cached");
  });

  it("keeps what else somebody wrote into the state directory's .gitignore", async () => {
    const repo = await project("[ $TOOL_ITEM_ID = 001 ] && : > .gitignore", 1);
    repo.write(".tool/.gitignore", "specs/private\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Mine");
    await run(repo);
    expect(repo.read(".tool/.gitignore")).toMatch(/^specs\/private\nstate\.json\n/);
  });
});
