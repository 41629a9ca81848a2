import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import {
  addItems,
  agentScript,
  letIn,
  makeProject,
  makeRepo,
  NOBODY,
  programOfNobody,
  scratch,
  startTool,
  tool,
  type Repo,
  type ToolResult,
} from "./harness.ts";

/** Each ends with one clear sentence, the right code, and nothing lost. */

const done = agentScript(`echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`);
const run = (repo: Repo, ...args: string[]): Promise<ToolResult> =>
  tool(["loop", "run", ...args], { cwd: repo.path });

/** One error with its code, a sentence, and no stack. */
const expectRefusal = (result: ToolResult, code: string, sentence: RegExp | string, exit = 2): void => {
  expect(result.stderr).toMatch(new RegExp(`^error\\[${code}\\]: .*\\.`));
  expect(result.stderr).toMatch(sentence);
  expect(result.stderr).not.toMatch(/\n {4}at /);
  expect(result.stdout).toBe("");
  expect(result.code).toBe(exit);
};

const expectUntouched = (repo: Repo): void => {
  for (const file of ["state.json", "events.ndjson", "tool.log", ".loop.lock", "DONE"]) {
    expect(repo.exists(`.tool/${file}`), file).toBe(false);
  }
  expect(repo.exists(".git/tool-loop.lock")).toBe(false);
};

describe("the backlog file", () => {
  const faults: readonly [why: string, text: string, code: string, sentence: RegExp][] = [
    [
      "is no JSON",
      '{\n  "project": "x",\n  "items": [\n    {"id": "001"\n',
      "INVALID_JSON",
      /line \d+, column \d+/i,
    ],
    ["is empty", "", "INVALID_JSON", /backlog\.json/],
    [
      "has a wrong priority",
      '{"project":"x","description":"","items":[{"id":"001","type":"bug","priority":9,"title":"t","description":"","acceptanceCriteria":[],"status":"pending","completedAt":null}]}',
      "VALIDATION_ERROR",
      /priority/i,
    ],
    ["has no items", '{"project":"x","description":""}', "VALIDATION_ERROR", /items/],
  ];

  it.each(faults)(
    "that %s is refused by name and place, and stays as it is",
    async (_why, text, code, sentence) => {
      const repo = await makeProject(done);
      repo.write(".tool/backlog.json", text);
      for (const args of [
        ["loop", "run"],
        ["backlog", "list"],
        ["backlog", "add", "--type", "bug", "--title", "x"],
        ["backlog", "edit", "001", "--title", "y"],
      ]) {
        expectRefusal(await tool(args, { cwd: repo.path }), code, sentence);
        expect(repo.read(".tool/backlog.json")).toBe(text);
      }
      expectUntouched(repo);
    },
  );

  it("that is missing is refused, and the copy is offered", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"], ["Two"]]);
    rmSync(join(repo.path, ".tool/backlog.json"));
    const result = await run(repo);
    expectRefusal(result, "FILE_NOT_FOUND", /backlog\.json/);
    expect(result.stderr).toContain("tool backlog restore --yes");
    expect((await tool(["backlog", "restore", "--yes"], { cwd: repo.path })).code).toBe(0);
    expect((repo.json(".tool/backlog.json") as Backlog).items).toHaveLength(1);
  });
});

describe("a backlog that git holds", () => {
  const add = (path: string, title: string): Promise<ToolResult> =>
    tool(["backlog", "add", "--type", "bug", "--title", title, "--ac", "x"], { cwd: path });
  const items = (path: string): readonly unknown[] =>
    (JSON.parse(readFileSync(join(path, ".tool/backlog.json"), "utf8")) as Backlog).items;
  /** Types the n-th command for git that is offered, as it stands there. */
  const typeHint = (text: string, n = 0): void => {
    const hints = text.split("\n").filter((line) => line.includes("git checkout "));
    const command = (hints[n] ?? "").slice(2).split("   ")[0] ?? "";
    execFileSync("sh", ["-c", command], { cwd: "/", stdio: "pipe" });
  };

  it.each(["--ours", "--theirs"])(
    "and is in conflict: %s can be taken, a restore isn't offered",
    async (side) => {
      const repo = await makeProject(done);
      await add(repo.path, "Before");
      repo.git("commit", "--quiet", "-am", "Before");
      repo.git("switch", "--quiet", "--create", "other");
      for (const title of ["Theirs", "Theirs, too"]) await add(repo.path, title);
      repo.git("commit", "--quiet", "-am", "Theirs");
      repo.git("switch", "--quiet", "night");
      await add(repo.path, "Ours");
      repo.git("commit", "--quiet", "-am", "Ours");
      expect(() => repo.git("merge", "other")).toThrow("merge other");
      const result = await tool(["backlog", "list", repo.path], { cwd: "/" });
      expectRefusal(result, "INVALID_JSON", /a merge conflict stands here; to keep both sides, /);
      expect(result.stderr).not.toContain("restore");
      typeHint(result.stderr, side === "--ours" ? 0 : 1);
      expect(items(repo.path)).toHaveLength(side === "--ours" ? 2 : 3);
    },
  );

  it.each<[string, (repo: Repo) => void]>([
    ["is gone with its folder", (repo) => rmSync(join(repo.path, "sub shop/.tool"), { recursive: true })],
    ["is taken out of the index, too", (repo) => void repo.git("rm", "-r", "--quiet", "sub shop/.tool")],
    [
      "is left out by a sparse checkout",
      (repo) => {
        repo.git("sparse-checkout", "set", "--no-cone", "/*", "!.tool");
        expect(repo.exists("sub shop/.tool/backlog.json")).toBe(false);
      },
    ],
  ])("and %s comes back from there, in a folder of a repository", async (_, lose) => {
    const repo = makeRepo();
    const path = join(repo.path, "sub shop");
    mkdirSync(path);
    await tool(["install", "--yes"], { cwd: path });
    for (const title of ["One", "Two"]) await add(path, title);
    repo.git("add", "-A");
    repo.git("commit", "--quiet", "-m", "Set up");
    lose(repo);
    for (const args of [
      ["loop", "run"],
      ["backlog", "list"],
    ]) {
      const result = await tool([...args, path], { cwd: "/" });
      expectRefusal(
        result,
        "FILE_NOT_FOUND",
        /→ cd '.*' && git checkout .*back to the last commit, 2 items\n/,
      );
      expect(result.stderr).not.toContain("tool update");
    }
    const updated = await tool(["update", path], { cwd: "/" });
    expect(updated.stdout).toMatch(/→ cd '.*' && git checkout .*back to the last commit, 2 items\n/);
    expect(updated.stdout).not.toContain("git add");
    typeHint(updated.stdout);
    expect(items(path)).toHaveLength(2);
    expect((await tool(["backlog", "list", path], { cwd: "/" })).code).toBe(0);
  });
});

describe("the place", () => {
  it("is no project", async () => {
    const repo = makeRepo();
    expectRefusal(await run(repo), "NOT_INSTALLED", /not set up/);
    expect(repo.exists(".tool")).toBe(false);
  });

  it("is no folder", async () => {
    const cwd = scratch("empty");
    expectRefusal(await tool(["loop", "run", "nowhere"], { cwd }), "TARGET_NOT_FOUND", /no folder/);
  });

  it("is no git repository", async () => {
    const repo = await makeProject(done);
    rmSync(join(repo.path, ".git"), { recursive: true });
    expectRefusal(await run(repo), "CONFLICT", /not a git repository/);
  });

  it("has no commit yet: everything is uncommitted", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    rmSync(join(repo.path, ".git"), { recursive: true });
    repo.git("init", "--quiet", "--initial-branch=night");
    expectRefusal(await run(repo), "CONFLICT", /uncommitted|not committed/);
    expectUntouched(repo);
  });

  it("has a detached HEAD", async () => {
    const repo = await makeProject(done);
    repo.git("checkout", "--quiet", "--detach");
    expectRefusal(await run(repo), "CONFLICT", /HEAD is detached at [0-9a-f]{7}/);
    expectUntouched(repo);
  });

  it("is on main, which --create-branch and --force get past", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"], ["Two"]]);
    repo.git("switch", "--quiet", "main");
    repo.git("merge", "--quiet", "--ff-only", "night");
    repo.git("branch", "--quiet", "-D", "night");
    const refused = await run(repo);
    expectRefusal(refused, "CONFLICT", /branch is main/);
    expect(refused.stderr).toContain("tool loop run --create-branch night");
    expectUntouched(repo);
    expect((await run(repo, "--create-branch", "night", "--iterations", "1")).code).toBe(4);
    expect(repo.git("branch", "--show-current")).toBe("night");
    expect(repo.git("log", "-1", "--format=%s", "main")).toBe("Set up tool");
  });

  it("has a dirty tree: the files are named, and stay", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    repo.write("notes.md", "mine");
    repo.write("README.md", "changed");
    const result = await run(repo);
    expectRefusal(result, "CONFLICT", /2 files have uncommitted changes/);
    expect(result.stderr).toMatch(/README\.md, notes\.md|notes\.md, README\.md/);
    expectUntouched(repo);
    const forced = await run(repo, "--force");
    expect(forced.code).toBe(0);
    expect(forced.stderr).toMatch(/notes\.md/);
    expect(repo.git("show", "HEAD:notes.md")).toBe("mine");
  });

  it("has only a dirty backlog: no reason to refuse, and --seed-backlog gives it a commit of its own", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    expect((await run(repo, "--seed-backlog")).code).toBe(0);
    expect(repo.subjects().slice(-2)).toEqual([
      expect.stringMatching(/^\[tool\] backlog: seed /),
      "[tool] 001: One",
    ]);
  });

  it("has more than a dirty backlog: --seed-backlog refuses and lists it", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    repo.write("notes.md", "mine");
    expectRefusal(await run(repo, "--seed-backlog"), "CONFLICT", /notes\.md/);
    expect(repo.subjects().at(-1)).toBe("Set up tool");
  });

  it("is a folder below the top of its repository: only its work tree's commit, its own stash, its own backlog", async () => {
    const outer = await makeProject(done);
    const sub = join(outer.path, "packages/app");
    mkdirSync(sub, { recursive: true });
    writeFileSync(join(sub, "README.md"), "app");
    outer.git("add", "-A");
    outer.git("commit", "--quiet", "-m", "App");
    const installed = await tool(["install", "--yes"], { cwd: sub });
    expect(installed.code).toBe(0);
    outer.git("add", "-A");
    outer.git("commit", "--quiet", "-m", "Set up tool in app");
    const marker = JSON.parse(readFileSync(join(sub, ".tool.json"), "utf8")) as {
      options: Record<string, unknown>;
    };
    Object.assign(marker.options, { provider: "generic-cli", providerConfig: { binary: done } });
    writeFileSync(join(sub, ".tool.json"), JSON.stringify(marker));
    outer.git("commit", "--quiet", "-am", "Agent");
    await tool(["backlog", "add", "--type", "bug", "--title", "Below", "--ac", "x"], { cwd: sub });
    const result = await tool(["loop", "run"], { cwd: sub });
    expect(result.stderr).toBe("");
    expect(result.code).toBe(0);
    expect(outer.git("show", "--name-only", "--format=", "HEAD").split("\n")).toEqual([
      "packages/app/.tool/backlog.json",
      "packages/app/work-001.txt",
    ]);
  });
});

describe("titles", () => {
  const titles = [
    `Quote "it", 'it' and \`it\``,
    "$(touch pwned) ${HOME} %s \\n",
    "--force -rf /",
    "Emoji 👩‍💻 and 漢字 and עברית",
    "# not a comment",
    "x".repeat(10_000),
  ];

  it.each(titles)("%.30s arrives in its commit as it was typed", async (title) => {
    const repo = await makeProject(done);
    const added = await tool(["backlog", "add", "--type", "bug", `--title=${title}`, "--ac", "x"], {
      cwd: repo.path,
    });
    expect(added.code).toBe(0);
    expect((await run(repo)).code).toBe(0);
    expect(repo.git("log", "-1", "--format=%B")).toBe(`[tool] 001: ${title}`);
    expect(repo.exists("pwned")).toBe(false);
  });

  it("a newline in one is refused, as a title is one line", async () => {
    const repo = await makeProject(done);
    expectRefusal(
      await tool(["backlog", "add", "--type", "bug", "--title", "a\nb"], { cwd: repo.path }),
      "VALIDATION_ERROR",
      /one line/,
    );
  });

  it("a newline that an editor put there is folded in the commit", async () => {
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    const backlog = repo.json(".tool/backlog.json") as { items: { title: string }[] };
    backlog.items[0]!.title = "One\n\nSigned-off-by: nobody";
    repo.write(".tool/backlog.json", JSON.stringify(backlog));
    expect((await run(repo)).code).toBe(0);
    expect(repo.git("log", "-1", "--format=%B")).toBe("[tool] 001: One Signed-off-by: nobody");
  });
});

describe("the agent", () => {
  it("isn't there: refused before anything is written", async () => {
    const repo = await makeProject("/nowhere/agent");
    await addItems(repo, [["One"]]);
    expectRefusal(await run(repo), "CONFLICT", /generic-cli is not installed/);
    expectUntouched(repo);
  });

  it("isn't executable", async () => {
    const agent = agentScript("echo TOOL_DONE");
    chmodSync(agent, 0o644);
    const repo = await makeProject(agent);
    await addItems(repo, [["One"]]);
    expectRefusal(await run(repo), "CONFLICT", /not installed/);
  });

  it("can't be run by the system: the breaker stops the loop, no item is changed", async () => {
    const agent = agentScript("#!/nowhere/interpreter\n");
    const repo = await makeProject(agent);
    await addItems(repo, [["One"]]);
    expect((await run(repo, "--breaker", "1")).code).toBe(1);
    expect((repo.json(".tool/backlog.json") as Backlog).items[0]).toMatchObject({ status: "pending" });
    expect(repo.json(".tool/state.json")).toMatchObject({ status: "error" });
  });

  it("is killed: a try that failed, with its work kept for the next", async () => {
    const repo = await makeProject(
      agentScript(`test -f seen || { echo 1 > seen; kill -KILL $$; }; echo TOOL_DONE`),
    );
    await addItems(repo, [["One"]]);
    const result = await run(repo);
    expect(result.code).toBe(0);
    expect(repo.git("show", "HEAD:seen")).toBe("1");
  });

  it("makes a repository inside: never committed, left in place, the item blocked with its path", async () => {
    const repo = await makeProject(
      agentScript(
        `git init -q inner; (cd inner; git config user.email a@b; git config user.name n; echo x > x; git add x; git commit -qm x); echo y > y.txt; echo TOOL_DONE`,
      ),
    );
    await addItems(repo, [["One"]]);
    expect((await run(repo)).code).toBe(5);
    const [first] = (repo.json(".tool/backlog.json") as Backlog).items;
    expect(first).toMatchObject({ status: "blocked", blockedReason: expect.stringContaining("inner") });
    expect(repo.exists("inner/x")).toBe(true);
    expect(repo.subjects().at(-1)).toBe("Set up tool");
  });
});

const asRoot = process.getuid?.() === 0;

describe("the disk", () => {
  it.runIf(asRoot)("is full: one sentence, exit 1, nothing torn, and the next start goes on", async () => {
    const disk = scratch("disk");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    const agent = agentScript(
      `test -f ${disk}/filled || { touch ${disk}/filled; cat /dev/zero > ${disk}/filler 2>/dev/null; }; echo TOOL_DONE`,
    );
    const repo = await makeProject(agent);
    await addItems(repo, [["One"], ["Two"]]);
    const state = join(repo.path, ".tool");
    execFileSync("cp", ["-a", `${state}/.`, disk]);
    execFileSync("mount", ["--bind", disk, state]);
    try {
      const result = await run(repo);
      expect(result.stderr).toMatch(/^error\[IO_ERROR\]: .*no space left on the disk\./);
      expect(result.stderr).not.toMatch(/\n {4}at /);
      expect(result.code).toBe(1);
      rmSync(join(disk, "filler"));
      const items = (JSON.parse(readFileSync(join(disk, "backlog.json"), "utf8")) as Backlog).items;
      expect(items).toHaveLength(2);
      expect(repo.subjects().filter((subject) => subject.startsWith("[tool] 001"))).toHaveLength(
        items[0]?.status === "done" ? 1 : 0,
      );
      expect((await run(repo, "--force")).code).toBe(0);
      expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: One", "[tool] 002: Two"]);
    } finally {
      execFileSync("umount", [state]);
      execFileSync("umount", [disk]);
    }
  });

  it.runIf(asRoot)("of temporary files is full: that is no business of a commit's", async () => {
    const temporary = scratch("temporary");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", temporary]);
    const fill = `cat /dev/zero > ${temporary}/filler 2>/dev/null`;
    // Full from the first session on, and free again in the third.
    const agent = agentScript(`case $TOOL_ITEM_ID in
003) rm ${temporary}/filler ;;
*) ${fill} ;;
esac
echo work > "work-$TOOL_ITEM_ID"; echo TOOL_DONE`);
    const repo = await makeProject(agent);
    await addItems(repo, [["One"], ["Two"], ["Three"]]);
    try {
      const result = await tool(["loop", "run", "--json"], { cwd: repo.path, env: { TMPDIR: temporary } });
      expect(result.code).toBe(0);
      expect(repo.subjects().slice(-3)).toEqual(["[tool] 001: One", "[tool] 002: Two", "[tool] 003: Three"]);
      expect(repo.git("status", "--porcelain")).toBe("");
    } finally {
      execFileSync("umount", [temporary]);
    }
  });

  it("can't be written to: a state directory that is read-only is one clear sentence", async ({ skip }) => {
    skip(asRoot && programOfNobody() === null, "another user isn't let into the temporary folder here");
    const repo = await makeProject(done);
    await addItems(repo, [["One"]]);
    const home = join(repo.path, "..");
    const as = asRoot ? { ...NOBODY, env: { HOME: home, GIT_CONFIG_GLOBAL: undefined } } : {};
    if (asRoot) {
      execFileSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, home]);
      for (const path of [home, done]) letIn(path);
    }
    chmodSync(join(repo.path, ".tool"), 0o555);
    const result = await startTool(["loop", "run"], { cwd: repo.path, ...as }).ended;
    chmodSync(join(repo.path, ".tool"), 0o755);
    expectRefusal(result, "IO_ERROR", /can't be written: .*(permi|allow)/i, 1);
  });
});
