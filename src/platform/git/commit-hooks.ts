import { accessSync, constants } from "node:fs";
import { join, resolve } from "node:path";
import type { GitRepository } from "#engine/ports";
import type { RunGit } from "#platform/git/run-git";

const AT_COMMIT = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-index-change",
  "reference-transaction",
];

/** Whether a commit runs a program of the user's, which may change files behind it. */
export async function hasCommitHooks(git: RunGit, repository: GitRepository): Promise<boolean> {
  const { topLevel, commonDir } = repository;
  const args = ["config", "--type=path", "--get", "core.hooksPath"];
  const configured = (await git({ cwd: topLevel, args, reads: true })).stdout.replace(/\n$/, "");
  const folder = configured === "" ? join(commonDir, "hooks") : resolve(topLevel, configured);
  return AT_COMMIT.some((name) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
