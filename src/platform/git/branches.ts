import type { GitRepository } from "#engine/git-port";
import { readHead } from "#platform/git/read-refs";
import { mustSucceed, type RunGit } from "#platform/git/run-git";

export async function branchExists(git: RunGit, { topLevel }: GitRepository, name: string): Promise<boolean> {
  const args = ["show-ref", "--verify", "-q", `refs/heads/${name}`];
  return (await git({ cwd: topLevel, args, reads: true })).exitCode === 0;
}

/** At HEAD, and HEAD moves to it; local changes come along. Before the first commit too. */
export async function createBranch(git: RunGit, repository: GitRepository, name: string): Promise<void> {
  const args = ["checkout", "-q", "-b", name];
  mustSucceed(`create the branch ${name}`, await git({ cwd: repository.topLevel, args }));
}

/** Spawns nothing when HEAD is there already. */
export async function switchBranch(git: RunGit, repository: GitRepository, name: string): Promise<void> {
  if ((await readHead(git, repository)).branch === name) return;
  const args = ["switch", "-q", "--no-guess", "--", name];
  mustSucceed(`switch to the branch ${name}`, await git({ cwd: repository.topLevel, args }));
}
