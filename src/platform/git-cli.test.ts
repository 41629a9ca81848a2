import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitMark } from "#core/git/git-mark";
import type { GitRepository } from "#engine/git-port";
import { createGitCli } from "#platform/git-cli";
import { createGitRunner } from "#platform/git/run-git";
import { createNodeProcesses } from "#platform/node-processes";
import { isRunning } from "../../test/agents/start-agent.ts";
import { crowd } from "../../test/crowd.ts";
import { scratchRepository, type ScratchRepository } from "../../test/contracts/scratch-repository.ts";

const git = createGitCli();
let scratch: ScratchRepository;
let repository: GitRepository;

async function open(fresh: ScratchRepository): Promise<void> {
  scratch = fresh;
  repository = await found(fresh.path);
}

async function found(path: string): Promise<GitRepository> {
  const one = await git.repository(path);
  if (one === null) throw new Error(`no repository at ${path}`);
  return one;
}

const hash = (revision = "HEAD"): string => scratch.git("rev-parse", revision).trim();
const commit = (subject: string, files: Record<string, string> = {}): string => {
  scratch.put(files);
  scratch.git("add", "-A");
  scratch.git("commit", "-q", "--allow-empty", "-m", subject);
  return hash();
};

beforeEach(() => open(scratchRepository()));
afterEach(() => scratch.dispose());

describe("repository", () => {
  it("is found from the top, from below and through a link", async () => {
    const expected = {
      topLevel: scratch.path,
      gitDir: join(scratch.path, ".git"),
      commonDir: join(scratch.path, ".git"),
      hooksDir: join(scratch.path, ".git/hooks"),
      bare: false,
    };
    scratch.put({ "größe x/y.txt": "y" });
    const link = `${scratch.path}-link`;
    symlinkSync(scratch.path, link);
    for (const path of [scratch.path, join(scratch.path, "größe x"), link]) {
      expect(await git.repository(path)).toEqual(expected);
    }
    rmSync(link);
  });

  it("of a linked work tree has its own git directory and the common one", async () => {
    scratch.git("worktree", "add", "-q", "-b", "side", "linked");
    expect(await git.repository(join(scratch.path, "linked"))).toEqual({
      topLevel: join(scratch.path, "linked"),
      gitDir: join(scratch.path, ".git/worktrees/linked"),
      commonDir: join(scratch.path, ".git"),
      hooksDir: join(scratch.path, ".git/hooks"),
      bare: false,
    });
  });

  it("may be bare", async () => {
    scratch.git("init", "-q", "--bare", "bare.git");
    expect(await git.repository(join(scratch.path, "bare.git"))).toMatchObject({ bare: true });
  });

  it("is null where there is none, and inside of a git directory", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "outside-")));
    expect(await git.repository(outside)).toBeNull();
    expect(await git.repository(join(outside, "missing"))).toBeNull();
    expect(await git.repository(repository.gitDir)).toBeNull();
    rmSync(outside, { recursive: true });
  });

  it("is the one of the path, not of a git that runs us as its hook", async () => {
    const inHook = createGitCli({ ...process.env, GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index" });
    expect(await inHook.repository(scratch.path)).toEqual(repository);
    expect(await inHook.status(repository)).toEqual([]);
  });

  it("that git refuses to open is an error in its words", async () => {
    scratch.put({ ".git/config": "[core\n" });
    await expect(git.repository(scratch.path)).rejects.toMatchObject({
      code: "CONFLICT",
      reason: expect.stringContaining("bad config"),
    });
  });
});

describe("head", () => {
  it("names branch and commit", async () => {
    expect(await git.head(repository)).toEqual({ branch: "main", commit: hash() });
  });

  it("of a branch with slashes, packed away", async () => {
    scratch.git("checkout", "-q", "-b", "night/run-1");
    scratch.git("pack-refs", "--all");
    expect(await git.head(repository)).toEqual({ branch: "night/run-1", commit: hash() });
    commit("newer");
    expect(await git.head(repository)).toEqual({ branch: "night/run-1", commit: hash() });
  });

  it("is detached, or has no commit yet", async () => {
    const commitHash = hash();
    scratch.git("checkout", "-q", "--detach");
    expect(await git.head(repository)).toEqual({ branch: null, commit: commitHash });
    scratch.git("checkout", "-q", "--orphan", "new");
    expect(await git.head(repository)).toEqual({ branch: "new", commit: null });
  });

  it("of a branch that stands for another", async () => {
    scratch.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    scratch.git("symbolic-ref", "HEAD", "refs/heads/alias");
    expect(await git.head(repository)).toEqual({ branch: "alias", commit: hash() });
  });

  it("is asked of git where refs are no files", async () => {
    mkdirSync(join(repository.commonDir, "reftable"));
    expect(await git.head(repository)).toEqual({ branch: "main", commit: hash() });
    scratch.git("checkout", "-q", "--detach");
    expect(await git.head(repository)).toEqual({ branch: null, commit: hash() });
    scratch.git("checkout", "-q", "--orphan", "new");
    expect(await git.head(repository)).toEqual({ branch: "new", commit: null });
  });

  it("is read without a process", async () => {
    const lame = createGitCli({ PATH: "/nowhere" });
    expect(await lame.head(repository)).toEqual({ branch: "main", commit: hash() });
    expect(await lame.operationUnderWay(repository)).toBeNull();
    await expect(lame.status(repository)).rejects.toMatchObject({ reason: "git is not on PATH." });
    expect(await lame.version()).toBeNull();
  });
});

describe("an operation under way", () => {
  const conflict = (): void => {
    commit("base", { "a.txt": "1\n" });
    scratch.git("checkout", "-q", "-b", "other");
    commit("theirs 1", { "a.txt": "2\n" });
    commit("theirs 2", { "a.txt": "3\n" });
    scratch.git("checkout", "-q", "main");
    commit("ours", { "a.txt": "4\n" });
  };

  it.each([
    ["merge", ["merge", "other"]],
    ["rebase", ["rebase", "other"]],
    ["rebase", ["rebase", "--apply", "other"]],
    ["cherry-pick", ["cherry-pick", "other~1", "other"]],
    ["revert", ["revert", "--no-edit", "HEAD~1"]],
  ])("%s", async (operation, args) => {
    conflict();
    expect(() => scratch.git(...args)).toThrow("Command failed");
    expect(await git.operationUnderWay(repository)).toBe(operation);
    scratch.git(operation, "--abort");
    expect(await git.operationUnderWay(repository)).toBeNull();
  });

  it("conflict, of a stash that was popped, until it is solved", async () => {
    commit("base", { "a.txt": "1\n" });
    scratch.put({ "a.txt": "2\n" });
    scratch.git("stash");
    commit("ours", { "a.txt": "3\n" });
    expect(() => scratch.git("stash", "pop")).toThrow("Command failed");
    expect(await git.operationUnderWay(repository)).toBe("conflict");
    scratch.git("add", "a.txt");
    expect(await git.operationUnderWay(repository)).toBeNull();
  });
});

describe("status", () => {
  it("names every dirty path as it is", async () => {
    commit("base", {
      "gone.txt": "g",
      "staged.txt": "s",
      "old name.txt": "same content\n",
      'weird\tü"$.txt': "w",
    });
    expect(await git.status(repository)).toEqual([]);
    scratch.put({
      "a.txt": "b",
      "gone.txt": null,
      "staged.txt": "t",
      "new/dir/x.txt": "x",
      'weird\tü"$.txt': "v",
    });
    scratch.git("add", "staged.txt");
    scratch.git("mv", "--", "old name.txt", "-new name.txt");
    scratch.put({ "later.txt": "l" });
    scratch.git("add", "-N", "later.txt");
    const sorted = (await git.status(repository)).sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(sorted).toEqual([
      { path: "-new name.txt", kind: "changed" },
      { path: "a.txt", kind: "changed" },
      { path: "gone.txt", kind: "deleted" },
      { path: "later.txt", kind: "changed" },
      { path: "new/dir/x.txt", kind: "untracked" },
      { path: "old name.txt", kind: "deleted" },
      { path: "staged.txt", kind: "changed" },
      { path: 'weird\tü"$.txt', kind: "changed" },
    ]);
  });

  it("is not led astray by the user's settings", async () => {
    for (const [key, value] of [
      ["status.showUntrackedFiles", "no"],
      ["color.ui", "always"],
      ["status.relativePaths", "false"],
      ["core.quotePath", "true"],
    ]) {
      scratch.git("config", key ?? "", value ?? "");
    }
    scratch.put({ "ü.txt": "x" });
    expect(await git.status(repository)).toEqual([{ path: "ü.txt", kind: "untracked" }]);
  });
});

describe("history", () => {
  it("gives the commits of a prefix since the baseline, newest first", async () => {
    const start = hash();
    const one = commit("[tool] 1: one");
    commit("about [tool] 1: a mention");
    commit("body\n\n[tool] 1: in the body");
    const eleven = commit("[tool] 11: größe");
    scratch.git("config", "log.showSignature", "true");
    const since = (baseline: string | null, prefix: string): Promise<unknown> =>
      git.commitsSince(repository, baseline, prefix);
    expect(await since(start, "[tool] ")).toEqual([
      { hash: eleven, subject: "[tool] 11: größe" },
      { hash: one, subject: "[tool] 1: one" },
    ]);
    expect(await since(null, "[tool] 1:")).toEqual([{ hash: one, subject: "[tool] 1: one" }]);
    expect(await since(one, "[tool] 1:")).toEqual([]);
    expect(await since(eleven, "[tool] ")).toEqual([]);
    await expect(since("0".repeat(40), "[tool] ")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is empty before the first commit", async () => {
    scratch.dispose();
    await open(scratchRepository(null));
    expect(await git.commitsSince(repository, null, "[tool] ")).toEqual([]);
  });

  it("tells whether HEAD still holds a commit", async () => {
    const first = hash();
    const second = commit("second");
    expect(await git.contains(repository, first)).toBe(true);
    expect(await git.contains(repository, second)).toBe(true);
    scratch.git("reset", "-q", "--hard", first);
    expect(await git.contains(repository, second)).toBe(false);
    expect(await git.contains(repository, "f".repeat(40))).toBe(false);
  });

  it("tells whether there is a commit, and never takes its own failure for an answer", async () => {
    const first = hash();
    const second = commit("second");
    scratch.git("reset", "-q", "--hard", first);
    expect(await git.knows(repository, second)).toBe(true);
    for (const none of ["f".repeat(40), hash("HEAD^{tree}"), "HEAD", "--all", ""])
      expect(await git.knows(repository, none)).toBe(false);
    writeFileSync(join(repository.gitDir, "config"), "[core\n");
    const refusal = { code: "CONFLICT", reason: expect.stringContaining("bad config") };
    await expect(git.knows(repository, second)).rejects.toMatchObject(refusal);
    await expect(git.contains(repository, second)).rejects.toMatchObject(refusal);
  });

  it("gives a file as it was", async () => {
    const first = commit("first", { "d/ü x.json": '{"a": 1}\r\n\n' });
    commit("second", { "d/ü x.json": "{}" });
    expect(await git.fileAt(repository, first, "d/ü x.json")).toBe('{"a": 1}\r\n\n');
    expect(await git.fileAt(repository, "HEAD", "d/ü x.json")).toBe("{}");
    expect(await git.fileAt(repository, "HEAD", "nothing")).toBeNull();
    expect(await git.fileAt(repository, "HEAD", "d")).toBeNull();
    expect(await git.fileAt(repository, "f".repeat(40), "a.txt")).toBeNull();
  });
});

describe("branches", () => {
  it("are created and switched to", async () => {
    expect(await git.branchExists(repository, "night/1")).toBe(false);
    scratch.put({ "a.txt": "carried along\n" });
    await git.createBranch(repository, "night/1");
    expect(await git.branchExists(repository, "night/1")).toBe(true);
    expect(await git.head(repository)).toEqual({ branch: "night/1", commit: hash() });
    await git.switchBranch(repository, "main");
    expect((await git.head(repository)).branch).toBe("main");
    await git.switchBranch(repository, "main");
    expect(scratch.text("a.txt")).toBe("carried along\n");
  });

  it("begin before the first commit, too", async () => {
    scratch.dispose();
    await open(scratchRepository(null));
    await git.createBranch(repository, "night");
    await git.switchBranch(repository, "night");
    expect(await git.head(repository)).toEqual({ branch: "night", commit: null });
  });

  it.each(["main", "-x", "--detach", "-", "two words", "a..b", ""])("that can't be: %j", async (name) => {
    await expect(git.createBranch(repository, name)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("are not switched to when local changes are in the way, nor made up from a remote", async () => {
    scratch.git("checkout", "-q", "-b", "other");
    commit("other", { "a.txt": "other\n" });
    scratch.git("checkout", "-q", "main");
    scratch.put({ "a.txt": "mine\n" });
    await expect(git.switchBranch(repository, "other")).rejects.toMatchObject({
      code: "CONFLICT",
      message: "git can't switch to the branch other.",
      reason: expect.stringContaining("a.txt"),
    });
    expect(scratch.text("a.txt")).toBe("mine\n");
    scratch.git("update-ref", "refs/remotes/origin/far", "HEAD");
    scratch.git("remote", "add", "origin", "/nowhere");
    await expect(git.switchBranch(repository, "far")).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("ignored", () => {
  it("names those that git would not add", async () => {
    scratch.put({ ".gitignore": "*.log\n/dir/\n", "tracked.log": "t" });
    scratch.git("add", "-f", "tracked.log", ".gitignore");
    const paths = ["a.txt", "x.log", ":odd ü.log", "dir/inner", "tracked.log", "-n.log"];
    expect(await git.ignored(repository, paths)).toEqual(["x.log", ":odd ü.log", "dir/inner", "-n.log"]);
    expect(await git.ignored(repository, ["a.txt"])).toEqual([]);
    expect(await git.ignored(repository, [])).toEqual([]);
  });
});

describe("commit hooks", () => {
  it("are found where they are and only when they would run", async () => {
    expect(await git.hasCommitHooks(repository)).toBe(false);
    scratch.put({ ".git/hooks/pre-commit": "not executable" });
    scratch.hook("pre-push", "exit 0");
    expect(await git.hasCommitHooks(repository)).toBe(false);
    scratch.hook("commit-msg", "exit 0");
    expect(await git.hasCommitHooks(repository)).toBe(true);
    scratch.git("config", "core.hooksPath", "tools/hooks");
    repository = await found(scratch.path);
    expect(await git.hasCommitHooks(repository)).toBe(false);
    scratch.put({ "tools/hooks/post-commit": "#!/bin/sh" });
    execFileSync("chmod", ["+x", join(scratch.path, "tools/hooks/post-commit")]);
    expect(await git.hasCommitHooks(repository)).toBe(true);
  });
});

describe("running git", () => {
  const run = createGitRunner(process.env);

  it("ends it with all its group at the timeout", async () => {
    const args = ["-c", "alias.hang=!echo $$ > hung; sleep 30; true", "hang"];
    const from = performance.now();
    const answer = await run({ cwd: scratch.path, args, timeoutMs: 1000 });
    expect(performance.now() - from).toBeLessThan(3500 * crowd());
    expect(answer).toMatchObject({ timedOut: true });
    expect(isRunning(Number(scratch.text("hung")))).toBe(false);
  });

  it("speaks English, whatever the user speaks", async () => {
    const german = createGitRunner({
      ...process.env,
      LANG: "de_DE.UTF-8",
      LANGUAGE: "de",
      LC_ALL: "de_DE.UTF-8",
    });
    const { stdout } = await german({ cwd: scratch.path, args: ["-c", "alias.e=!env", "e"] });
    expect(stdout).toMatch(/^LC_ALL=C$/m);
    expect(stdout).not.toMatch(/^LANGUAGE=/m);
    expect(stdout).toMatch(/^GIT_TERMINAL_PROMPT=0$/m);
  });

  it.runIf(existsSync("/proc/self/environ"))(
    "bears this process's mark beside the one it was given",
    async () => {
      const { startTime } = await createNodeProcesses().identify(process.pid);
      const mark = gitMark({ pid: process.pid, processStartTime: startTime });
      const env = { cwd: scratch.path, args: ["-c", "alias.e=!env", "e"] };
      expect((await run(env)).stdout.split("\n")).toContain(`TOOL_SESSION=${mark}`);
      const nested = createGitRunner({ ...process.env, TOOL_SESSION: "outer" });
      expect((await nested(env)).stdout.split("\n")).toContain(`TOOL_SESSION=outer:${mark}`);
    },
  );

  it("takes no lock to read", async () => {
    const env = { cwd: scratch.path, args: ["-c", "alias.e=!env", "e"] };
    expect((await run({ ...env, reads: true })).stdout).toMatch(/^GIT_OPTIONAL_LOCKS=0$/m);
    expect((await run(env)).stdout).not.toMatch(/^GIT_OPTIONAL_LOCKS/m);
  });

  it("refuses an answer above the cap instead of cutting it", async () => {
    const args = ["-c", "alias.big=!head -c 300000000 /dev/zero", "big"];
    await expect(run({ cwd: scratch.path, args })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "git's answer is too long.",
    });
  });

  it("tidies up when there is reason to", async () => {
    await git.maintain(repository);
    expect(scratch.git("status", "--porcelain")).toBe("");
    expect(await git.version()).toMatch(/^\d+\.\d+/);
  });
});
