import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommitOptions, CommitOutcome, GitRepository } from "#engine/git-port";
import { createGitCli } from "#platform/git-cli";
import { scratchRepository, type ScratchRepository } from "../../../test/contracts/scratch-repository.ts";
import { ODD_NAMES, PLAIN_NAMES } from "../../../test/samples/odd-names.ts";

let scratch: ScratchRepository;
const git = createGitCli();
let repository: GitRepository;

async function open(fresh: ScratchRepository): Promise<void> {
  scratch = fresh;
  const found = await git.repository(scratch.path);
  if (found === null) throw new Error("no repository");
  repository = found;
}

const commit = (message = "[tool] 1: x", options?: CommitOptions): Promise<CommitOutcome> =>
  git.commitAll(repository, message, options);
const committed = (): CommitOutcome => ({ kind: "committed", hash: scratch.git("rev-parse", "HEAD").trim() });
const filesOf = (revision: string): string[] =>
  scratch.git("show", "--format=", "--name-status", "--no-renames", revision).trim().split("\n");
const nest = (path: string, withCommit: boolean): void => {
  scratch.put({ [`${path}/inner.txt`]: "inner" });
  scratch.git("init", "-q", path);
  if (!withCommit) return;
  scratch.git("-C", path, "add", "-A");
  const who = ["-c", "user.name=B", "-c", "user.email=b@example.org"];
  scratch.git("-C", path, ...who, "commit", "-q", "-m", "inner");
};

beforeEach(() => open(scratchRepository({ "a.txt": "a\n", "gone.txt": "g\n", "old.txt": "moved\n" })));
afterEach(() => scratch.dispose());

describe("a fallback identity", () => {
  const fallbackIdentity = { name: "tool", email: "tool@localhost" };
  const author = (): string => scratch.git("log", "-1", "--format=%an <%ae> %cn").trim();

  it("signs where git knows none, and says so", async () => {
    // No guess at a name from the machine's own.
    scratch.git("config", "user.useConfigOnly", "true");
    for (const key of ["user.name", "user.email"]) scratch.git("config", "--unset-all", key);
    expect(await commit("x")).toMatchObject({ kind: "failed" });
    expect(await commit("x", { fallbackIdentity })).toEqual({ ...committed(), identity: "fallback" });
    expect(author()).toBe("tool <tool@localhost> tool");
  });

  it("steps back behind one's own, and mends no other failure", async () => {
    expect(await commit("x", { fallbackIdentity })).toEqual(committed());
    expect(author()).not.toContain("tool");
    scratch.hook("pre-commit", "exit 1");
    expect(await commit("x", { fallbackIdentity })).toMatchObject({ kind: "failed" });
  });
});

describe("a repository", () => {
  it("is made of a folder, and one that is there stays as it is", async () => {
    scratch.put({ "sub/a": "" });
    const sub = join(scratch.path, "sub");
    await git.init(sub);
    const made = await git.repository(sub);
    expect(made?.topLevel).toBe(sub);
    await git.init(scratch.path);
    expect((await git.head(repository)).commit).not.toBeNull();
  });
});

describe("a commit", () => {
  it("holds everything, whatever was staged before, and gives its full hash", async () => {
    scratch.put({ "a.txt": "b\n", "gone.txt": null, "old.txt": null, "new.txt": "moved\n", "d/e.txt": "e" });
    scratch.put({ "staged.txt": "s" });
    scratch.git("add", "staged.txt");
    scratch.git("add", "-N", "d/e.txt");
    expect(await commit()).toEqual(committed());
    expect(filesOf("HEAD")).toEqual([
      "M\ta.txt",
      "A\td/e.txt",
      "D\tgone.txt",
      "A\tnew.txt",
      "D\told.txt",
      "A\tstaged.txt",
    ]);
    expect(scratch.git("status", "--porcelain")).toBe("");
  });

  it("may hold nothing", async () => {
    expect(await commit()).toEqual(committed());
    expect(scratch.git("rev-list", "--count", "HEAD").trim()).toBe("2");
  });

  it("may be the first, and may stand on a strange branch or none", async () => {
    scratch.dispose();
    await open(scratchRepository(null));
    scratch.put({ "a.txt": "a" });
    expect(await commit()).toEqual(committed());
    scratch.git("checkout", "-q", "-b", "we]ird/(x)_1234567");
    expect(await commit()).toEqual(committed());
    scratch.git("checkout", "-q", "--detach");
    expect(await commit()).toEqual(committed());
  });

  it.each([
    ["[tool] 1: quotes \" ' ` $(id) \\ %s"],
    ["--amend"],
    ["# not a comment\n\n\n#2  \n"],
    ["emoji 😀 größe"],
    ["x".repeat(200_000)],
  ])("keeps its message as it is: %.40j", async (message) => {
    expect(await commit(message)).toEqual(committed());
    expect(scratch.git("log", "-1", "--format=%B").trimEnd()).toBe(message.trimEnd());
  });

  it("of one path leaves the rest alone, staged or not", async () => {
    scratch.put({ "a.txt": "b\n", "new.txt": "n", ":odd [x]*.json": "{}" });
    scratch.git("add", "new.txt");
    expect(await commit("seed", { only: ":odd [x]*.json" })).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(["A\t:odd [x]*.json"]);
    expect(scratch.git("status", "--porcelain")).toBe(" M a.txt\nA  new.txt\n");
  });

  it("works from a linked work tree, whose HEAD is its own", async () => {
    const main = repository;
    scratch.git("worktree", "add", "-q", "-b", "side", "linked");
    const linked = await git.repository(join(scratch.path, "linked"));
    if (linked === null) throw new Error("no work tree");
    writeFileSync(join(linked.topLevel, "side.txt"), "s");
    const outcome = await git.commitAll(linked, "side");
    expect(outcome).toEqual({ kind: "committed", hash: scratch.git("rev-parse", "side").trim() });
    expect((await git.head(linked)).branch).toBe("side");
    expect((await git.head(main)).branch).toBe("main");
  });

  it("spawns two processes", async () => {
    const log = join(scratch.path, ".git/calls");
    const bin = join(scratch.path, ".git/bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${log}"\nPATH="$REAL_PATH" exec git "$@"\n`);
    chmodSync(join(bin, "git"), 0o755);
    const path = process.env["PATH"] ?? "";
    const counted = createGitCli({ ...process.env, PATH: `${bin}:${path}`, REAL_PATH: path });
    scratch.put({ "new.txt": "n" });
    expect(await counted.commitAll(repository, "m")).toEqual(committed());
    const calls = scratch.text(".git/calls")?.trim().split("\n") ?? [];
    expect(calls.map((call) => call.match(/\b(add|commit|[a-z]+)\b(?=( -|$))/)?.[0])).toHaveLength(2);
    expect(calls[1]).toContain("gc.auto=0 -c maintenance.auto=false");
  });
});

describe("a commit that fails is told in git's own words", () => {
  it("a hook that refuses", async () => {
    scratch.hook("pre-commit", "echo on stdout; echo 'lint: 3 errors' >&2; exit 1");
    scratch.put({ "a.txt": "b\n" });
    expect(await commit()).toEqual({
      kind: "failed",
      words: "on stdout\nlint: 3 errors",
      nested: [],
    });
    expect(scratch.git("rev-list", "--count", "HEAD").trim()).toBe("1");
  });

  it("no identity", async () => {
    scratch.git("config", "--unset", "user.name");
    scratch.git("config", "--unset", "user.email");
    scratch.git("config", "user.useConfigOnly", "true");
    expect(await commit()).toMatchObject({
      kind: "failed",
      words: expect.stringContaining("tell me who you are"),
      noIdentity: true,
    });
  });

  it("no key to sign with", async () => {
    scratch.git("config", "commit.gpgsign", "true");
    scratch.git("config", "gpg.program", "/nonexistent/gpg");
    expect(await commit()).toMatchObject({
      kind: "failed",
      words: expect.stringContaining("failed to write commit"),
    });
  });

  it("another git at work", async () => {
    scratch.put({ ".git/index.lock": "" });
    expect(await commit()).toMatchObject({ kind: "failed", words: expect.stringContaining("index.lock") });
  });

  it("no editor and no terminal is ever asked", async () => {
    scratch.hook("prepare-commit-msg", '"$GIT_EDITOR" "$1"; tty >&2; (read -r x </dev/tty) || exit 1');
    expect(await commit()).toMatchObject({ kind: "failed", words: expect.stringContaining("not a tty") });
  });

  it("a hook that bears SIGTERM is ended with the git that is stopped", async () => {
    scratch.hook("pre-commit", "trap '' TERM; echo $$ > .git/left; sleep 30; sleep 30");
    const own = createGitCli();
    const committing = own.commitAll(repository, "m");
    await expect.poll(() => scratch.text(".git/left")).toMatch(/^\d+\n$/);
    own.stop();
    expect(await committing).toMatchObject({ kind: "failed" });
    const hook = scratch.text(".git/left")?.trim() ?? "";
    const standing = (): string => spawnSync("ps", ["-o", "stat=", "-p", hook], { encoding: "utf8" }).stdout;
    await expect.poll(standing, { timeout: 5000 }).toMatch(/^(Z.*)?\n?$/);
    expect(scratch.text(".git/index.lock")).toBeNull();
  });

  it("what a hook leaves running keeps nobody waiting", async () => {
    scratch.hook("post-commit", "sleep 30 & echo $! > .git/left");
    const from = performance.now();
    expect(await commit()).toEqual(committed());
    expect(performance.now() - from).toBeLessThan(3000);
    process.kill(Number(scratch.text(".git/left")), "SIGKILL");
  });
});

describe("a repository inside of this one", () => {
  it.each([
    ["with a commit", true],
    ["without one", false],
  ])("%s is not added, and is named", async (_name, withCommit) => {
    scratch.put({ "a.txt": "b\n" });
    nest("lib/inner repo", withCommit);
    expect(await commit()).toMatchObject({
      kind: "failed",
      nested: ["lib/inner repo"],
      words: expect.stringContaining("lib/inner repo"),
    });
    expect(scratch.git("diff", "--cached", "--name-only")).toBe("");
    expect(scratch.git("rev-list", "--count", "HEAD").trim()).toBe("1");
    expect(scratch.text("lib/inner repo/inner.txt")).toBe("inner");
  });

  it("is left out when it is known, ignored meanwhile or not", async () => {
    nest("we[i]rd *\\", true);
    nest("empty", false);
    const exclude = ["we[i]rd *\\", "empty"];
    scratch.put({ "a.txt": "b\n" });
    expect(await commit("one", { exclude })).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(["M\ta.txt"]);
    scratch.put({ ".gitignore": "empty\n", "emptyish.txt": "e" });
    expect(await commit("two", { exclude })).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(["A\t.gitignore", "A\temptyish.txt"]);
  });

  it("is left out whatever its name, and nothing beside it is", async () => {
    const exclude = ODD_NAMES.flatMap((name) => [name, `sub/${name}`, `hidden/${name}`]);
    for (const path of exclude) nest(path, false);
    const siblings = PLAIN_NAMES.flatMap((name) => [name, `sub/${name}`]);
    scratch.put(Object.fromEntries(siblings.map((path) => [path, "s"])));
    scratch.put({ ".git/info/exclude": "/hidden/\n" });
    expect(await commit("one", { exclude })).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(siblings.toSorted().map((path) => `A\t${path}`));
    scratch.put({ ".git/info/exclude": "*/\n", "a.txt": "b\n" });
    expect(await commit("two", { exclude })).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(["M\ta.txt"]);
  });

  it("is named also when another is known", async () => {
    nest("known", true);
    nest("fresh", true);
    expect(await commit("x", { exclude: ["known"] })).toMatchObject({ kind: "failed", nested: ["fresh"] });
  });

  it("is no submodule: that one's commit is recorded", async () => {
    nest("sub", true);
    scratch.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./sub", "sub");
    scratch.git("commit", "-q", "-m", "submodule");
    scratch.put({ "sub/more.txt": "m" });
    scratch.git("-C", "sub", "add", "-A");
    scratch.git(
      "-C",
      "sub",
      "-c",
      "user.name=B",
      "-c",
      "user.email=b@example.org",
      "commit",
      "-q",
      "-m",
      "more",
    );
    expect(await commit()).toEqual(committed());
    expect(filesOf("HEAD")).toEqual(["M\tsub"]);
  });
});
