import { readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { GitRepository } from "#engine/git-port";
import { repositoryCall } from "#platform/git/git-call";
import { gitFailure, type RunGit } from "#platform/git/run-git";

const NONE = /not a git repository|cannot change to|must be run in a work tree/;

/** The repository whose work tree holds the path; null also inside of a git directory. */
export async function findRepository(git: RunGit, path: string): Promise<GitRepository | null> {
  const answer = await git(repositoryCall(path));
  const [bare, gitDir, hooksDir, topLevel] = answer.stdout.split("\n");
  // Where something else speaks in git's place, a relative name would be taken for one of ours.
  if (gitDir !== undefined && isAbsolute(gitDir) && hooksDir !== undefined) {
    const commonDir = commonDirOf(gitDir);
    if (bare === "true") return { topLevel: gitDir, gitDir, commonDir, hooksDir, bare: true };
    if (answer.exitCode === 0 && topLevel !== undefined) {
      return { topLevel, gitDir, commonDir, hooksDir, bare: false };
    }
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
