import type { GitRepository } from "#engine/git-port";
import { mustSucceed, type RunGit } from "#platform/git/run-git";

/** Tracked files that the patterns of a .gitignore in the folder would ignore, by path. */
export async function trackedLike(
  git: RunGit,
  { topLevel }: GitRepository,
  folder: string,
  patterns: readonly string[],
): Promise<string[]> {
  const literal = folder.replace(/[\\*?[\]]/g, "\\$&");
  const excluded = patterns.flatMap((pattern) => ["-x", `/${literal}/${pattern}`]);
  const answer = await git({ cwd: topLevel, args: ["ls-files", "-z", "-c", "-i", ...excluded], reads: true });
  return mustSucceed("list what it tracks", answer)
    .split("\0")
    .filter((path) => path !== "");
}
