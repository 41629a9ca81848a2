import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGitCli } from "#platform/git-cli";
import { createNodeFiles } from "#platform/node-files";
import { createMemoryFiles } from "../fakes/memory-files.ts";
import { createMemoryGit } from "../fakes/memory-git.ts";
import { gitContract } from "./git-contract.ts";

gitContract("in memory", () => {
  const files = createMemoryFiles();
  void files.makeDir("/work");
  return {
    git: createMemoryGit(files, { topLevel: "/work" }),
    files,
    folder: "/work",
    dispose: () => undefined,
  };
});

gitContract("this machine's", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "git-")));
  const run = (...args: string[]): unknown => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  run("init", "--quiet", "--initial-branch=work");
  run("config", "user.name", "A Tester");
  run("config", "user.email", "tester@example.invalid");
  return {
    git: createGitCli(),
    files: createNodeFiles(),
    folder,
    dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
});
