import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GitRepository, StashOptions, StashRef } from "#engine/git-port";
import { createGitCli } from "#platform/git-cli";
import { scratchRepository, type ScratchRepository } from "../../../test/contracts/scratch-repository.ts";
import { ODD_NAMES, PLAIN_NAMES } from "../../../test/samples/odd-names.ts";

const START = {
  "a.txt": "a\n",
  "gone.txt": "g\n",
  "old.txt": "moved\n",
  ".tool/backlog.json": "{}\n",
  ".tool/progress.md": "p\n",
  ".gitignore": "ignored/\n",
};
const git = createGitCli();
let scratch: ScratchRepository;
let repository: GitRepository;

async function open(fresh: ScratchRepository): Promise<void> {
  scratch = fresh;
  const found = await git.repository(scratch.path);
  if (found === null) throw new Error("no repository");
  repository = found;
}

/** As a run does it: its own state directory stays. */
const stash = ({ exclude = [] }: StashOptions = {}): Promise<StashRef | null> =>
  git.stash(repository, "[tool] 006", { exclude: [".tool", ...exclude] });
const status = (): string[] => scratch.git("status", "--porcelain", "-uall").split("\n").filter(Boolean);
const stashes = (): string[] => scratch.git("stash", "list", "--format=%H %gs").split("\n").filter(Boolean);

beforeEach(() => open(scratchRepository(START)));
afterEach(() => scratch.dispose());

const CHANGES: Record<string, string | null> = {
  "a.txt": "b\n",
  "gone.txt": null,
  "old.txt": null,
  "new.txt": "moved\n",
  "folder/x y.txt": "x",
};

describe("what is put away", () => {
  it("is all of the work, and can be taken out again", async () => {
    scratch.put(CHANGES);
    const ref = await stash();
    expect(ref).toEqual({ hash: scratch.git("rev-parse", "refs/stash").trim(), message: "[tool] 006" });
    expect(stashes()).toEqual([`${ref?.hash} On main: [tool] 006`]);
    expect(status()).toEqual([]);
    expect(scratch.text("gone.txt")).toBe("g\n");
    scratch.git("stash", "pop");
    expect(scratch.text("folder/x y.txt")).toBe("x");
    expect(scratch.text("gone.txt")).toBeNull();
    expect(scratch.text("a.txt")).toBe("b\n");
  });

  it.each([
    ["all of it staged", [["add", "-A"]]],
    ["an intent to add", [["add", "-N", "new.txt"]]],
    ["a rename staged", [["add", "new.txt", "old.txt"]]],
    ["a deletion staged alone", [["rm", "-q", "--cached", "gone.txt"]]],
    ["the tool's own files too", [["add", ".tool", "a.txt"]]],
  ])("leaves nothing staged: %s", async (_name, commands) => {
    scratch.put({ ...CHANGES, ".tool/backlog.json": "{2}\n" });
    for (const args of commands) scratch.git(...args);
    expect(await stash()).not.toBeNull();
    expect(status()).toEqual([" M .tool/backlog.json"]);
    expect(scratch.text(".tool/backlog.json")).toBe("{2}\n");
  });

  it("are never the files that stay, tracked or not, but all that lie elsewhere", async () => {
    scratch.put({ "apps/api/.tool/backlog.json": "{}" });
    scratch.git("add", "-A");
    scratch.git("commit", "-q", "-m", "second root");
    scratch.put({
      "apps/api/.tool/backlog.json": "{3}",
      "apps/api/.tool/state.json": "{}",
      "apps/api/x": "x",
      "pkg/.tool/a": "a",
      "my.tool/a": "a",
    });
    scratch.put({ ".tool/progress.md": "more\n", ".tool/archive/2026-11.json": "{}" });
    expect(await stash({ exclude: ["apps/api/.tool"] })).not.toBeNull();
    expect(status()).toEqual([
      " M .tool/progress.md",
      " M apps/api/.tool/backlog.json",
      "?? .tool/archive/2026-11.json",
      "?? apps/api/.tool/state.json",
    ]);
  });

  it("is the same where the user ignores all of the tool's files", async () => {
    scratch.git("rm", "-rq", "--cached", ".tool");
    scratch.put({ ".gitignore": "ignored/\n.tool\n" });
    scratch.git("add", "-A");
    scratch.git("commit", "-q", "-m", "ignore");
    scratch.put({ ...CHANGES, ".tool/state.json": "{}" });
    expect(await stash()).not.toBeNull();
    expect(status()).toEqual([]);
    expect(scratch.text(".tool/state.json")).toBe("{}");
    expect(scratch.text(".tool/backlog.json")).toBe("{}\n");
  });

  it("leaves out what it is told to, and what git ignores", async () => {
    scratch.put({ "planning/backlog.json": "{}", "planning/note.md": "n", "ignored/x": "x", "a.txt": "b\n" });
    expect(await stash({ exclude: ["planning/backlog.json"] })).not.toBeNull();
    expect(status()).toEqual(["?? planning/backlog.json"]);
    expect(scratch.text("ignored/x")).toBe("x");
  });

  it("leaves out files whatever their names, ignored or not, and nothing beside them", async () => {
    const exclude = ODD_NAMES.flatMap((name) => [name, `sub/${name}`, `ignored/${name}`]);
    const siblings = PLAIN_NAMES.flatMap((name) => [name, `sub/${name}`]);
    scratch.put(Object.fromEntries([...exclude, ...siblings].map((path) => [path, "s"])));
    expect(await stash({ exclude })).not.toBeNull();
    expect(exclude.filter((path) => scratch.text(path) === null)).toEqual([]);
    expect(siblings.filter((path) => scratch.text(path) !== null)).toEqual([]);
    scratch.put({ ".git/info/exclude": "*\n", "a.txt": "b\n" });
    expect(await stash({ exclude })).not.toBeNull();
    expect(exclude.filter((path) => scratch.text(path) === null)).toEqual([]);
    expect(scratch.text("a.txt")).toBe("a\n");
  });

  it("leaves a folder out with all that lies in it", async () => {
    scratch.put({ "café/a": "1", "café/b/c": "2", caféx: "3", "cafe/a": "4" });
    expect(await stash({ exclude: ["café"] })).not.toBeNull();
    expect((await git.status(repository)).map(({ path }) => path)).toEqual(["café/a", "café/b/c"]);
  });

  it("leaves a repository inside of this one where it is", async () => {
    scratch.put({ ...CHANGES, "lib/inner/i.txt": "i" });
    scratch.git("init", "-q", "lib/inner");
    expect(await stash()).not.toBeNull();
    expect(status()).toEqual(["?? lib/inner/"]);
    expect(scratch.text("lib/inner/i.txt")).toBe("i");
  });

  it("is the whole tree's, also for a project below the top level", async () => {
    scratch.put({ "apps/api/x.txt": "x", "a.txt": "b\n" });
    const below = await git.repository(join(scratch.path, "apps/api"));
    expect(below).toEqual(repository);
    expect(await stash()).not.toBeNull();
    expect(status()).toEqual([]);
  });
});

describe("nothing is put away", () => {
  it.each([
    ["in a clean tree", {}],
    ["when only the tool's own files changed", { ".tool/backlog.json": "{4}", ".tool/new": "n" }],
  ])("%s, and the user's stash is not taken for ours", async (_name, changes) => {
    scratch.put({ "a.txt": "mine\n" });
    scratch.git("stash", "push", "-q", "-m", "mine");
    const before = stashes();
    scratch.put(changes);
    expect(await stash()).toBeNull();
    expect(stashes()).toEqual(before);
  });
});

it("the user's stashes stay under ours", async () => {
  scratch.put({ "a.txt": "mine\n" });
  scratch.git("stash", "push", "-q", "-m", "mine");
  const [mine] = stashes();
  scratch.put({ "a.txt": "b\n" });
  const ref = await stash();
  expect(stashes()).toEqual([`${ref?.hash} On main: [tool] 006`, mine]);
});

describe("a failure is an error in git's own words", () => {
  const conflict = (reason: string): object => ({
    code: "CONFLICT",
    message: "git can't stash the work.",
    reason: expect.stringContaining(reason),
  });

  it("before the first commit", async () => {
    scratch.dispose();
    await open(scratchRepository(null));
    scratch.put({ "a.txt": "a" });
    await expect(stash()).rejects.toMatchObject(conflict("There is no commit yet"));
    expect(scratch.text("a.txt")).toBe("a");
  });

  it("with a merge that is not done", async () => {
    scratch.git("checkout", "-q", "-b", "other");
    scratch.put({ "a.txt": "theirs\n" });
    scratch.git("commit", "-qam", "theirs");
    scratch.git("checkout", "-q", "main");
    scratch.put({ "a.txt": "ours\n" });
    scratch.git("commit", "-qam", "ours");
    expect(() => scratch.git("merge", "-q", "other")).toThrow("Command failed");
    expect(await git.status(repository)).toEqual([{ path: "a.txt", kind: "unmerged" }]);
    await expect(stash()).rejects.toMatchObject(conflict("a.txt is not merged yet"));
    expect(await git.operationUnderWay(repository)).toBe("merge");
  });

  it("with another git at work", async () => {
    scratch.put({ "a.txt": "b\n", ".git/index.lock": "" });
    await expect(stash()).rejects.toMatchObject({
      code: "CONFLICT",
      reason: expect.stringContaining("index.lock"),
    });
    expect(scratch.text("a.txt")).toBe("b\n");
  });
});
