import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emptyTreeLike } from "#core/git/empty-tree";
import type { Git, GitRepository } from "#engine/git-port";
import type { Files } from "#engine/ports";

export interface GitUnderTest {
  readonly git: Git;
  readonly files: Files;
  /** Top level of a repository on branch work, without a commit. */
  readonly folder: string;
  readonly dispose: () => void;
}

/** What every implementation of Git keeps to, the real one and the one in memory alike. */
export function gitContract(name: string, create: () => GitUnderTest): void {
  describe(`git: ${name}`, () => {
    let under: GitUnderTest;
    let git: Git;
    let repository: GitRepository;
    const write = async (path: string, text: string): Promise<void> => {
      const full = `${under.folder}/${path}`;
      await under.files.makeDir(full.slice(0, full.lastIndexOf("/")));
      await under.files.write(full, text);
    };
    const read = (path: string): Promise<string | null> => under.files.read(`${under.folder}/${path}`);
    const remove = (path: string): Promise<boolean> => under.files.remove(`${under.folder}/${path}`);
    const commit = async (message: string, options = {}): Promise<string> => {
      const outcome = await git.commitAll(repository, message, options);
      if (outcome.kind === "failed") throw new Error(outcome.words);
      return outcome.hash;
    };
    const dirty = async (): Promise<string[]> =>
      (await git.status(repository)).map(({ path, kind }) => `${kind} ${path}`).sort();

    beforeEach(async () => {
      under = create();
      git = under.git;
      const found = await git.repository(under.folder);
      if (found === null) throw new Error("There is no repository.");
      repository = found;
    });
    afterEach(() => under.dispose());

    it("knows a repository from within, and none outside", async () => {
      expect(repository).toMatchObject({ topLevel: under.folder, bare: false });
      await write("a/b/file", "");
      expect(await git.repository(`${under.folder}/a/b`)).toEqual(repository);
      expect(await git.repository("/")).toBeNull();
    });

    it("has a branch before it has a commit, and then both", async () => {
      expect(await git.head(repository)).toEqual({ branch: "work", commit: null });
      expect(await git.fileAt(repository, "HEAD", "a")).toBeNull();
      const hash = await commit("first");
      expect(await git.head(repository)).toEqual({ branch: "work", commit: hash });
      expect(await git.operationUnderWay(repository)).toBeNull();
    });

    it("tells what is changed, gone and untracked, but not what is ignored", async () => {
      await write(".gitignore", "/build/\n*.log\n!keep.log\n/.tool/*.tmp\n");
      for (const path of ["kept", "changed", "gone"]) await write(path, "1");
      await commit("first");
      expect(await dirty()).toEqual([]);
      await write("changed", "2");
      await remove("gone");
      for (const path of ["new/file", "x.log", "keep.log", "build/out", "sub/build/out", ".tool/a.tmp"]) {
        await write(path, "");
      }
      const expected = ["changed changed", "deleted gone", "untracked keep.log", "untracked new/file"];
      expect(await dirty()).toEqual([...expected, "untracked sub/build/out"]);
      expect(await git.ignored(repository, ["x.log", "keep.log", "build/out", "kept"])).toEqual([
        "x.log",
        "build/out",
      ]);
      await write(".gitignore", "/kept\n/new\n");
      expect(await git.ignored(repository, ["kept", "new/file"])).toEqual(["new/file"]);
    });

    it("names what it tracks although a folder's own patterns would ignore it", async () => {
      for (const path of ["sub/.t/state", "sub/.t/a/x.log", "sub/.t/kept", ".t/state", "sub/state"])
        await write(path, "1");
      await commit("first");
      await write("sub/.t/DONE", "");
      const tracked = await git.trackedLike(repository, "sub/.t", ["state", "DONE", "**/*.log"]);
      expect(tracked.sort()).toEqual(["sub/.t/a/x.log", "sub/.t/state"]);
      expect(await git.trackedLike(repository, "sub/.t", ["none"])).toEqual([]);
    });

    it("commits all of it, or nothing at all", async () => {
      await write("a", "1");
      const first = await commit('[tool] 001: a "title" $(x)\n\nbody');
      await write("a", "2");
      await write("b", "1");
      const second = await commit("[tool] 002: next");
      const third = await commit("[tool] 003: empty");
      expect(new Set([first, second, third]).size).toBe(3);
      expect(await dirty()).toEqual([]);
      expect(await git.fileAt(repository, first, "a")).toBe("1");
      expect(await git.fileAt(repository, first, "b")).toBeNull();
      expect(await git.fileAt(repository, third, "a")).toBe("2");
      expect(await git.fileAt(repository, "HEAD", "a")).toBe("2");
      const found = await git.commitsSince(repository, null, "[tool] ");
      expect(found.map(({ hash }) => hash)).toEqual([third, second, first]);
      expect(found.at(-1)?.subject).toBe('[tool] 001: a "title" $(x)');
    });

    it("commits one path alone, or all but some", async () => {
      for (const path of ["a", "b", "nested/c"]) await write(path, "1");
      await commit("only a", { only: "a" });
      expect(await dirty()).toEqual(["untracked b", "untracked nested/c"]);
      await commit("but for the nested", { exclude: ["nested"] });
      expect(await dirty()).toEqual(["untracked nested/c"]);
    });

    it("tells a repository inside of this one apart, and neither commits nor stashes it", async () => {
      await write("a", "1");
      await commit("first");
      await write("a", "2");
      await write("lib/inner/.git/HEAD", "ref: refs/heads/main\n");
      for (const folder of ["objects", "refs"]) await write(`lib/inner/.git/${folder}/x`, "");
      await write("lib/inner/i", "1");
      expect(await dirty()).toEqual(["changed a"]);
      expect(await git.work(repository)).toEqual({
        dirty: [{ path: "a", kind: "changed" }],
        nested: ["lib/inner"],
      });
      const refused = await git.commitAll(repository, "with it");
      expect(refused).toMatchObject({ kind: "failed", nested: ["lib/inner"] });
      expect(await git.stash(repository, "without it")).toMatchObject({ message: "without it" });
      expect(await git.work(repository)).toEqual({ dirty: [], nested: ["lib/inner"] });
      expect(await git.stash(repository, "nothing")).toBeNull();
      await write("a", "3");
      await commit("without it", { exclude: ["lib/inner"] });
      expect(await git.work(repository)).toEqual({ dirty: [], nested: ["lib/inner"] });
      expect(await git.fileAt(repository, "HEAD", "lib/inner/i")).toBeNull();
    });

    it("finds commits since a baseline, by the beginning of their subject", async () => {
      const first = await commit("[tool] 001: one");
      const second = await commit("[tool] 001: again");
      await commit("mine: [tool] 001: no");
      await commit("[tool] 0010: another");
      expect(await git.commitsSince(repository, first, "[tool] 001:")).toEqual([
        { hash: second, subject: "[tool] 001: again" },
      ]);
      expect(await git.contains(repository, first)).toBe(true);
      expect(await git.contains(repository, "0".repeat(40))).toBe(false);
    });

    it("compares commits file by file, the tool's own left out", async () => {
      await write("kept", "1\n");
      await write("changed", "1\n");
      await write("gone", "one\ntwo\n");
      const first = await commit("first");
      await write("changed", "2\n");
      await remove("gone");
      await write("new/über file", "1\n2\n3\n");
      await write(".tool/backlog.json", "{}\n");
      const second = await commit("second");
      await write("uncommitted", "1\n");
      const { text, files } = await git.diff(repository, first, "HEAD", 10_000);
      expect(files).toEqual([
        { path: "changed", added: 1, removed: 1 },
        { path: "gone", added: 0, removed: 2 },
        { path: "new/über file", added: 3, removed: 0 },
      ]);
      expect(text.match(/^diff --git .*$/gm)).toEqual([
        "diff --git a/changed b/changed",
        "diff --git a/gone b/gone",
        "diff --git a/new/über file b/new/über file",
      ]);
      expect(text).toMatch(/^-1\n\+2$/m);
      expect(await git.diff(repository, second, second, 10_000)).toEqual({ text: "", files: [] });
      const all = await git.diff(repository, emptyTreeLike(first), first, 10_000);
      expect(all.files.map(({ path }) => path)).toEqual(["changed", "gone", "kept"]);
      expect([await git.parent(repository, second), await git.parent(repository, first)]).toEqual([
        first,
        null,
      ]);
      await expect(git.diff(repository, "0".repeat(40), "HEAD", 1)).rejects.toMatchObject({
        code: "CONFLICT",
      });
    });

    it("cuts a long diff before the file that breaks the bound, and still names every file", async () => {
      const first = await commit("first");
      for (const name of ["a", "b", "c"]) await write(name, `${name}\n`.repeat(name === "b" ? 4000 : 1));
      await commit("second");
      const { text, files } = await git.diff(repository, first, "HEAD", 4000);
      expect(files.map(({ path, added }) => [path, added])).toEqual([
        ["a", 1],
        ["b", 4000],
        ["c", 1],
      ]);
      expect(text.match(/^diff --git .*$/gm)).toEqual(["diff --git a/a b/a"]);
      expect((await git.diff(repository, first, "HEAD", 10)).text).toBe("");
    });

    it("stashes work but not what is to be left, and leaves earlier stashes", async () => {
      await write("a", "1");
      await write("gone", "1");
      await write(".tool/backlog.json", "1");
      await commit("first");
      expect(await git.stash(repository, "nothing")).toBeNull();
      const spoil = async (): Promise<void> => {
        await write("a", "2");
        await remove("gone");
        await write("new/file", "2");
        await write(".tool/backlog.json", "2");
        await write("left/file", "2");
      };
      await spoil();
      const one = await git.stash(repository, "item 001", { exclude: [".tool", "left"] });
      expect(one).toMatchObject({ message: "item 001" });
      expect([await read("a"), await read("gone"), await read("new/file")]).toEqual(["1", "1", null]);
      expect(await dirty()).toEqual(["changed .tool/backlog.json", "untracked left/file"]);
      expect(await git.stash(repository, "still nothing", { exclude: [".tool", "left"] })).toBeNull();
      await spoil();
      const two = await git.stash(repository, "item 002", { exclude: [".tool"] });
      expect(two?.hash).not.toBe(one?.hash);
      expect(await git.fileAt(repository, one?.hash ?? "", "a")).toBe("2");
      expect(await git.listStashes(repository)).toEqual([
        { ref: "stash@{0}", message: "item 002" },
        { ref: "stash@{1}", message: "item 001" },
      ]);
      expect(await git.stashHashes(repository)).toEqual([one?.hash, two?.hash]);
    });

    it("knows in whose name it commits, and of no stash where there is none", async () => {
      expect(await git.knowsIdentity(repository)).toBe(true);
      expect(await git.listStashes(repository)).toEqual([]);
      expect(await git.stashHashes(repository)).toEqual([]);
    });

    it("can't stash before the first commit", async () => {
      await write("a", "1");
      await expect(git.stash(repository, "item 001")).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await read("a")).toBe("1");
    });

    it("makes and switches branches, carrying along what isn't in the way", async () => {
      await write("a", "1");
      await commit("first");
      expect(await git.branchExists(repository, "night")).toBe(false);
      await git.createBranch(repository, "night");
      expect((await git.head(repository)).branch).toBe("night");
      await write("a", "2");
      await write("only-here", "1");
      const hash = await commit("second");
      await write("untracked", "1");
      await git.switchBranch(repository, "work");
      expect([await read("a"), await read("only-here"), await read("untracked")]).toEqual(["1", null, "1"]);
      await write("a", "mine");
      await expect(git.switchBranch(repository, "night")).rejects.toMatchObject({ code: "CONFLICT" });
      expect([await read("a"), (await git.head(repository)).branch]).toEqual(["mine", "work"]);
      expect(await git.contains(repository, hash)).toBe(false);
      await expect(git.switchBranch(repository, "nowhere")).rejects.toMatchObject({ code: "CONFLICT" });
    });
  });
}
