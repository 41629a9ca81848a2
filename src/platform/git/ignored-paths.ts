import type { GitRepository } from "#engine/git-port";
import { gitFailure, type RunGit } from "#platform/git/run-git";

/** Of the paths those that are ignored and not tracked all the same. */
export async function ignoredPaths(
  git: RunGit,
  { topLevel }: GitRepository,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  // "./" keeps a leading colon from being read as more than a name.
  const input = paths.map((path) => `./${path}\0`).join("");
  const args = ["check-ignore", "-z", "--stdin"];
  const answer = await git({ cwd: topLevel, args, input, reads: true });
  // 1: none of them.
  if (answer.exitCode !== 0 && answer.exitCode !== 1) throw gitFailure("tell what it ignores", answer);
  return answer.stdout.split("\0").flatMap((path) => (path === "" ? [] : [path.slice(2)]));
}
