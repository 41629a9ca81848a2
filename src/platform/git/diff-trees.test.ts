import { afterEach, beforeEach, expect, it } from "vitest";
import { createGitCli } from "#platform/git-cli";
import type { GitRepository } from "#engine/git-port";
import { scratchRepository, type ScratchRepository } from "../../../test/contracts/scratch-repository.ts";

const git = createGitCli();
let scratch: ScratchRepository;
let repository: GitRepository;
let first: string;

const commit = (files: Readonly<Record<string, string | null>>): void => {
  scratch.put(files);
  scratch.git("add", "-A");
  scratch.git("commit", "-q", "-m", "more");
};

beforeEach(async () => {
  scratch = scratchRepository({ "a.txt": "a\n", "long name.txt": "1\n2\n3\n4\n5\n6\n7\n8\n" });
  first = scratch.git("rev-parse", "HEAD").trim();
  const found = await git.repository(scratch.path);
  if (found === null) throw new Error("There is no repository.");
  repository = found;
});
afterEach(() => scratch.dispose());

it("names a renamed file by its new name, with its few changed lines", async () => {
  commit({ "long name.txt": null, "sub/new name.txt": "1\n2\n3\n4\n5\n6\n7\nx\n", "b.txt": "b\n" });
  const { text, files } = await git.diff(repository, first, "HEAD", 10_000);
  expect(files).toEqual([
    { path: "b.txt", added: 1, removed: 0 },
    { path: "sub/new name.txt", added: 1, removed: 1 },
  ]);
  expect(text).toContain("rename from long name.txt\nrename to sub/new name.txt\n");
});

it("counts no lines of a binary", async () => {
  commit({ "logo.png": "\u0089PNG\u0000\u0001" });
  const { text, files } = await git.diff(repository, first, "HEAD", 10_000);
  expect(files).toEqual([{ path: "logo.png", added: null, removed: null }]);
  expect(text).toContain("Binary files /dev/null and b/logo.png differ");
});

it("reads the same whatever the user has set for his own diffs", async () => {
  commit({ "a.txt": "b\n" });
  const plain = await git.diff(repository, first, "HEAD", 10_000);
  const settings = {
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "false",
    "diff.context": "0",
    "color.ui": "always",
  };
  for (const [name, value] of Object.entries(settings)) scratch.git("config", name, value);
  expect(await git.diff(repository, first, "HEAD", 10_000)).toEqual(plain);
  expect(plain.text).toContain("diff --git a/a.txt b/a.txt");
});

it("stays small on a diff of many megabytes", async () => {
  commit({ "a.txt": "b\n", "huge.txt": `${"x".repeat(99)}\n`.repeat(200_000) });
  const { text, files } = await git.diff(repository, first, "HEAD", 64 * 1024);
  expect(files.map(({ path, added }) => [path, added])).toEqual([
    ["a.txt", 1],
    ["huge.txt", 200_000],
  ]);
  expect(text).toContain("+b\n");
  expect(text).not.toContain("huge.txt");
});
