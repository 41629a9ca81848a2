import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { GitRepository } from "#engine/ports";
import { gitFailure, type RunGit } from "#platform/git/run-git";

const NONE = /not a git repository|cannot change to|must be run in a work tree/;

/** The repository whose work tree holds the path; null also inside of a git directory. */
export async function findRepository(git: RunGit, path: string): Promise<GitRepository | null> {
  // Asked in this order: the last one fails where there is no work tree.
  const args = ["-C", path, "rev-parse", "--is-bare-repository", "--absolute-git-dir", "--show-toplevel"];
  const answer = await git({ cwd: "/", args, reads: true });
  const [bare, gitDir, topLevel] = answer.stdout.split("\n");
  if (bare === "true" && gitDir !== undefined) {
    return { topLevel: gitDir, gitDir, commonDir: commonDirOf(gitDir), bare: true };
  }
  if (answer.exitCode === 0 && gitDir !== undefined && topLevel !== undefined) {
    return { topLevel, gitDir, commonDir: commonDirOf(gitDir), bare: false };
  }
  if (NONE.test(answer.stderr)) return null;
  throw gitFailure(`open the repository of ${path}`, answer);
}

/** Only a linked work tree has one apart. */
function commonDirOf(gitDir: string): string {
  try {
    return resolve(gitDir, readFileSync(join(gitDir, "commondir"), "utf8").trim());
  } catch {
    return gitDir;
  }
}
