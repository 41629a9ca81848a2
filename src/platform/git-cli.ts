import type { Git } from "#engine/git-port";
import { branchExists, createBranch, switchBranch } from "#platform/git/branches";
import { commitAll } from "#platform/git/commit-all";
import { hasCommitHooks } from "#platform/git/commit-hooks";
import { diffTrees } from "#platform/git/diff-trees";
import { findRepository } from "#platform/git/find-repository";
import { commitsSince, fileAt, firstParent, headContains, knowsCommit } from "#platform/git/history";
import { ignoredPaths } from "#platform/git/ignored-paths";
import { patientGit } from "#platform/git/patient-git";
import { readHead, readOperation, readStashes } from "#platform/git/read-refs";
import { isUnmerged, readWork } from "#platform/git/read-status";
import { trackedLike } from "#platform/git/tracked-files";
import { dirtySubmodules } from "#platform/git/dirty-submodules";
import type { GitStarter } from "#platform/git/git-starter";
import { createGitStop } from "#platform/git/git-stop";
import { createGitRunner, mustSucceed, type RunGit } from "#platform/git/run-git";
import { listStashes, stashAll } from "#platform/git/stash";

const MAINTENANCE_TIMEOUT_MS = 10 * 60_000;

/** The git of this machine. The environment is what its processes inherit, hooks included; `early` has it already. */
export function createGitCli(env: NodeJS.ProcessEnv = process.env, early: GitStarter | null = null): Git {
  const stop = createGitStop();
  const git = patientGit(createGitRunner(env, stop, early));
  return {
    stop: () => stop.stop(),
    repository: (path) => findRepository(git, path),
    init: async (path) =>
      void mustSucceed("make a repository", await git({ cwd: path, args: ["init", "-q"] })),
    head: (repository) => readHead(git, repository),
    operationUnderWay: async (repository) =>
      readOperation(repository) ?? ((await isUnmerged(git, repository)) ? "conflict" : null),
    status: async (repository) => (await readWork(git, repository)).dirty.slice(),
    work: (repository) => readWork(git, repository),
    commitAll: (repository, message, options = {}) => commitAll(git, repository, message, options),
    commitsSince: (repository, baseline, prefix) => commitsSince(git, repository, baseline, prefix),
    contains: (repository, commit) => headContains(git, repository, commit),
    knows: (repository, commit) => knowsCommit(git, repository, commit),
    fileAt: (repository, commit, path) => fileAt(git, repository, commit, path),
    parent: (repository, commit) => firstParent(git, repository, commit),
    diff: (repository, from, to, maxBytes) => diffTrees(git, repository, from, to, maxBytes),
    stash: (repository, message, options = {}) => stashAll(git, repository, message, options),
    branchExists: (repository, name) => branchExists(git, repository, name),
    createBranch: (repository, name) => createBranch(git, repository, name),
    switchBranch: (repository, name) => switchBranch(git, repository, name),
    ignored: (repository, paths) => ignoredPaths(git, repository, paths),
    trackedLike: (repository, folder, patterns) => trackedLike(git, repository, folder, patterns),
    hasCommitHooks: async (repository) => hasCommitHooks(repository),
    dirtySubmodules: (repository) => dirtySubmodules(git, repository),
    async maintain({ topLevel }) {
      const args = ["maintenance", "run", "--auto", "--quiet"];
      const answer = await git({ cwd: topLevel, args, timeoutMs: MAINTENANCE_TIMEOUT_MS, often: true });
      mustSucceed("tidy its objects", answer);
    },
    knowsIdentity: ({ topLevel }) => knowsIdentity(git, topLevel),
    stashHashes: async (repository) => readStashes(repository),
    listStashes: (repository) => listStashes(git, repository),
    version: () => gitVersion(git),
  };
}

/** As git itself finds out before it commits: the configuration, the environment, else what it may guess. */
async function knowsIdentity(git: RunGit, cwd: string): Promise<boolean> {
  for (const name of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
    if ((await git({ cwd, args: ["var", name], reads: true })).exitCode !== 0) return false;
  }
  return true;
}

async function gitVersion(git: RunGit): Promise<string | null> {
  try {
    const { stdout } = await git({ cwd: "/", args: ["--version"], reads: true });
    return /^git version (\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
