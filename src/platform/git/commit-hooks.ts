import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { GitRepository } from "#engine/git-port";

const AT_COMMIT = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-index-change",
  "reference-transaction",
];

/** Whether a commit runs a program of the user's, which may change files behind it. */
export function hasCommitHooks({ hooksDir }: GitRepository): boolean {
  return AT_COMMIT.some((name) => isExecutable(join(hooksDir, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
