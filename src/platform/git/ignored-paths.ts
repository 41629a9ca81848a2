import type { GitRepository } from "#engine/git-port";
import { ignoredCall } from "#platform/git/git-call";
import { gitFailure, type RunGit } from "#platform/git/run-git";

/** Of the paths those that are ignored and not tracked all the same. */
export async function ignoredPaths(
  git: RunGit,
  { topLevel }: GitRepository,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const answer = await git(ignoredCall(topLevel, paths));
  // 1: none of them.
  if (answer.exitCode !== 0 && answer.exitCode !== 1) throw gitFailure("tell what it ignores", answer);
  return answer.stdout.split("\0").flatMap((path) => (path === "" ? [] : [path.slice(2)]));
}
