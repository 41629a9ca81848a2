import { execFileSync } from "node:child_process";
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

const statuses = (repo: Repo): string[] => items(repo).map(({ status }) => status);

const items = (repo: Repo): { id: string; status: string; blockedReason?: string }[] =>
  (repo.json(".tool/backlog.json") as { items: [] }).items;

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
    // The log may not have been there yet when it was committed.
    expect(stderr).toMatch(/: \.tool\/state\.json, .*\.tool\/\.loop\.lock; `git rm --cached`/);
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

describe("a repository inside of this one", () => {
  const worktree = (repo: Repo): unknown =>
    repo.git("worktree", "add", "-q", ".claude/worktrees/x", "-b", "x");
  const clone = (repo: Repo): void => {
    repo.write("sub/n/a", "a");
    repo.git("init", "-q", "sub/n");
    repo.git("-C", "sub/n", "add", "a");
    repo.git("-C", "sub/n", "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "a");
  };
  const empty = (repo: Repo): unknown => repo.git("init", "-q", "sub/n");

  it.each([
    ["a linked work tree", worktree, ".claude/worktrees/x"],
    ["a clone", clone, "sub/n"],
    ["one without a commit", empty, "sub/n"],
  ])("%s that was there before is left alone, and nobody is blocked for it", async (_, make, path) => {
    const repo = await project("[ $TOOL_ITEM_ID = 002 ] && echo y > half && echo TOOL_BLOCKED:no && exit", 3);
    make(repo);
    const { code, stderr } = await run(repo);
    expect([code, stderr]).toEqual([
      5,
      `warning: Left alone, for they are repositories inside of this one: ${path}\n`,
    ]);
    expect(statuses(repo)).toEqual(["done", "blocked", "done"]);
    expect(items(repo)[1]?.blockedReason).toBe('no; its work is in a stash, "[tool] 002"');
    expect(repo.git("ls-files", path)).toBe("");
    expect(repo.git("status", "--short")).toBe(`?? ${path.split("/")[0]}/`);
    expect(repo.git("show", "--name-only", "--format=", "HEAD")).toContain("f003");
  });

  it("that a session makes blocks its item, and neither a later item nor a later run", async () => {
    const repo = await project(
      "[ $TOOL_ITEM_ID = 001 ] && git worktree add -q .claude/worktrees/a -b a > /dev/null",
    );
    expect((await run(repo)).code).toBe(5);
    expect(statuses(repo)).toEqual(["blocked", "done"]);
    expect((await tool(["backlog", "unblock", "001"], { cwd: repo.path })).code).toBe(0);
    const again = await tool(["loop", "run"], { cwd: repo.path });
    expect([again.code, statuses(repo)]).toEqual([0, ["done", "done"]]);
    expect(repo.git("ls-files", ".claude")).toBe("");
  });

  it.each(["TOOL_BLOCKED:no", "TOOL_NEEDS_HUMAN:what"])(
    "that a session makes which ends with %s blocks nobody else",
    async (signal) => {
      const repo = await project(`[ $TOOL_ITEM_ID = 001 ] && git init -q sub/n && echo ${signal} && exit`);
      expect((await run(repo)).code).not.toBe(0);
      expect(statuses(repo)).toEqual(["blocked", "done"]);
      expect(repo.read(".tool/tool.log")).toContain("repositories inside of this one: sub/n");
    },
  );

  it("isn't recorded by what a refusal offers", async () => {
    const repo = await project("");
    clone(repo);
    repo.write("mine", "x");
    const { code, stderr } = await run(repo);
    expect(code).toBe(2);
    const [, command = ""] = /→ (git add .*?) && git commit/.exec(stderr) ?? [];
    execFileSync("sh", ["-c", command], { cwd: repo.path });
    expect(repo.git("diff", "--cached", "--name-only")).toBe("mine");
    execFileSync("sh", ["-c", /git stash .*'/.exec(stderr)?.[0] ?? ""], { cwd: repo.path });
    expect(repo.git("stash", "show", "--include-untracked", "--name-only")).toBe("mine");
    expect(repo.read("sub/n/a")).toBe("a");
  });
});

describe("the work of a blocked item", () => {
  const stashed = (repo: Repo): string[] =>
    repo.git("stash", "show", "--include-untracked", "--name-only", "stash@{0}").split("\n").sort();

  it("goes into the stash from any folder but our own, and what stays is named", async () => {
    const repo = await project(`case $TOOL_ITEM_ID in 001)
      mkdir -p .tool/specs pkg/.tool my.tool
      echo p > .tool/specs/plan.md; echo a > pkg/.tool/a; echo m > my.tool/m; echo hack >> .tool/TOOL.md
      echo TOOL_BLOCKED:no; exit;; esac`);
    expect((await run(repo)).code).toBe(5);
    expect(stashed(repo)).toEqual(["f001", "my.tool/m", "pkg/.tool/a"]);
    expect(items(repo)[0]?.blockedReason).toBe(
      'no; its work is in a stash, "[tool] 001", but for .tool/TOOL.md, .tool/specs/plan.md, which stay in the tree',
    );
    expect(repo.read(".tool/tool.log")).toContain("but for .tool/TOOL.md, .tool/specs/plan.md");
    expect(repo.git("show", "--name-only", "--format=", "HEAD")).not.toContain("pkg");
  });

  it("leaves another project's backlog where it is", async () => {
    const repo = await project("[ $TOOL_ITEM_ID = 001 ] && echo TOOL_BLOCKED:no && exit");
    repo.write("api/.tool.json", repo.read(".tool.json"));
    repo.write("api/.tool/backlog.json", '{"project":"api","items":[]}\n');
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Another");
    repo.write("api/.tool/backlog.json", '{"project":"api","items":[] }\n');
    await run(repo, "--iterations", "1");
    expect(stashed(repo)).toEqual(["f001"]);
    expect(repo.read("api/.tool/backlog.json")).toContain("[] }");
  });

  it("goes where the user ignores all of .tool, and the command that a refusal offers takes the like of it", async () => {
    const repo = await project("[ $TOOL_ITEM_ID = 001 ] && echo TOOL_BLOCKED:no && exit");
    repo.git("rm", "-rq", "--cached", ".tool");
    repo.write(".gitignore", ".tool\n");
    repo.git("add", ".gitignore");
    repo.git("commit", "-qm", "Ignore");
    await run(repo, "--iterations", "1");
    expect(stashed(repo)).toEqual(["f001"]);
    repo.write("my.tool/z", "z");
    repo.write("pkg/x.tool/z", "z");
    const backlog = repo.read(".tool/backlog.json");
    const { code, stderr } = await run(repo);
    expect(code).toBe(2);
    execFileSync("sh", ["-c", /git stash .*'/.exec(stderr)?.[0] ?? ""], { cwd: repo.path });
    expect([repo.git("status", "--short"), repo.read(".tool/backlog.json")]).toEqual(["", backlog]);
    expect(stashed(repo)).toEqual(["my.tool/z", "pkg/x.tool/z"]);
  });
});

describe("commits that an agent made itself", () => {
  const short = (repo: Repo, ref: string): string => repo.git("rev-parse", ref).slice(0, 7);
  const commits = (name: string): string => `git add -A; git commit -qm "${name}"`;

  it("and whose item is blocked are named, as they stay on the branch", async () => {
    const repo = await project(
      `${commits("wip $TOOL_ITEM_ID")}; [ $TOOL_ITEM_ID = 001 ] && echo TOOL_BLOCKED:no && exit`,
    );
    expect((await run(repo)).code).toBe(5);
    expect(statuses(repo)).toEqual(["blocked", "done"]);
    const words = `no; its commit ${short(repo, "HEAD~2")} stays on the branch`;
    expect(items(repo)[0]?.blockedReason).toBe(words);
    expect(repo.read(".tool/tool.log")).toContain(`Item 001 blocked: ${words}\n`);
    expect(items(repo)[1]?.blockedReason).toBeUndefined();
  });

  it("in each of its attempts are named when it is given up", async () => {
    const repo = await project(
      `${commits("wip")}; echo more >> f; ${commits("more")}; echo half > half; exit`,
      1,
    );
    await run(repo, "--retries", "0");
    expect(items(repo)[0]?.blockedReason).toBe(
      `no signal in 1 attempt; its work is in a stash, "[tool] 001"; its commits ${short(repo, "HEAD~1")}, ${short(repo, "HEAD")} stay on the branch`,
    );
    const again = await project(`echo x >> f; ${commits("one")}; echo x >> f; ${commits("two")}; exit`, 1);
    await run(again, "--retries", "1");
    expect(items(again)[0]?.blockedReason).toBe(
      `no signal in 2 attempts; its 4 commits, ${short(again, "HEAD~3")} to ${short(again, "HEAD")}, stay on the branch`,
    );
  });

  it("on a detached HEAD can be found again", async () => {
    const repo = await project(`git checkout -q --detach; ${commits("lost")}`, 1);
    await run(repo);
    const [, hash = ""] =
      /detached HEAD and left it at (\w+);/.exec(items(repo)[0]?.blockedReason ?? "") ?? [];
    expect(repo.git("log", "-1", "--format=%s", hash)).toBe("lost");
  });
});

describe("work outside of a sparse checkout", () => {
  const sparse = async (script: string): Promise<Repo> => {
    const repo = await project(`mkdir -p lib; echo x > "lib/f$TOOL_ITEM_ID"; echo y >> src/a\n${script}`);
    repo.write("src/a", "a\n");
    repo.write("lib/b", "b\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Folders");
    repo.git("sparse-checkout", "set", "src", ".tool");
    return repo;
  };

  it("is committed like any other", async () => {
    const repo = await sparse("");
    const { code, stdout } = await run(repo);
    expect([code, stdout]).toEqual([0, expect.stringContaining("all 2 done")]);
    expect(repo.git("show", "--name-only", "--format=", "HEAD")).toContain("lib/f002");
    expect(repo.git("ls-files", "lib")).toBe("lib/b\nlib/f001\nlib/f002");
    expect([repo.git("status", "--short"), repo.git("stash", "list")]).toEqual(["", ""]);
  });

  it("goes into one stash when its item is blocked, and comes out of it", async () => {
    const repo = await sparse("[ $TOOL_ITEM_ID = 001 ] && echo TOOL_BLOCKED:no && exit");
    expect((await run(repo)).code).toBe(5);
    expect(statuses(repo)).toEqual(["blocked", "done"]);
    expect(repo.git("stash", "list", "--format=%gs")).toBe("On night: [tool] 001");
    expect(repo.exists("lib/f001")).toBe(false);
    repo.git("reset", "-q", "--hard", "HEAD~1");
    repo.git("stash", "pop");
    expect([repo.read("lib/f001"), repo.read("src/a")]).toEqual(["x\n", "a\ny\n"]);
  });
});

describe("a stash that an agent makes itself", () => {
  const put = "echo feature >> README.md; git stash -q";

  it("and forgets is named in the log and with its item, done or blocked", async () => {
    const repo = await project(`${put}; [ $TOOL_ITEM_ID = 002 ] && echo TOOL_BLOCKED:no && exit`);
    const { stdout } = await run(repo);
    const [second = "", first = ""] = repo.git("stash", "list", "--format=%H", "--grep=WIP").split("\n");
    expect(stdout).toContain(`, left a stash, ${first.slice(0, 7)}, `);
    const log = repo.read(".tool/tool.log");
    expect(log).toContain(
      `Item 001: a stash was made during its session and is still there: ${first.slice(0, 12)}`,
    );
    const completed = repo
      .read(".tool/events.ndjson")
      .split("\n")
      .find((line) => line.includes("item_completed"));
    expect(JSON.parse(completed ?? "")).toMatchObject({ itemId: "001", stash: first });
    expect(items(repo)[1]?.blockedReason).toContain(`; a stash of its own is ${second.slice(0, 7)}`);
  });

  it("and takes out again is no word worth; the user's own, taken out, is", async () => {
    const quiet = await project(`${put}; git stash pop -q`, 1);
    await run(quiet);
    expect(quiet.read(".tool/tool.log")).not.toContain("stash");
    const repo = await project("git stash drop -q", 1);
    repo.write("README.md", "mine\n");
    repo.git("stash", "-q");
    const mine = repo.git("rev-parse", "refs/stash");
    await run(repo);
    expect(repo.read(".tool/tool.log")).toContain(
      `taken out or dropped during its session: ${mine.slice(0, 12)}`,
    );
  });
});
