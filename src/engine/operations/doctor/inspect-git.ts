import type { GitFacts } from "#core/doctor/check-git";
import { BOOKKEEPING } from "#core/install/ignore-lines";
import type { BacklogPaths } from "#contracts/paths";
import { PROTECTED_BRANCHES } from "#engine/loop/tree/guard-tree";
import { clearIndexLock } from "#engine/loop/tree/clear-index-lock";
import { prefixOf } from "#engine/files/repository-path";
import { shownPath } from "#engine/files/shown-path";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";

/** What there is of git; under a live loop its index.lock is left alone. Throws ToolError CONFLICT where another git is at work. */
export async function inspectGit(ports: Ports, paths: BacklogPaths): Promise<GitFacts> {
  const { git } = ports;
  const version = await git.version();
  const repository = version === null ? null : await git.repository(paths.projectPath);
  const isBare = repository?.bare === true;
  if (repository === null || isBare) return { version, isBare, repository: null };
  const { alive } = await inspectLock(ports, paths.lock);
  const unlocked = !alive && (await clearIndexLock(ports, paths, repository));
  const { branch, commit } = await git.head(repository);
  return {
    version,
    isBare,
    repository: {
      branch,
      commit,
      knowsIdentity: await git.knowsIdentity(repository),
      operation: await git.operationUnderWay(repository),
      isProtected: branch !== null && PROTECTED_BRANCHES.has(branch),
      unlocked,
      tracked: await trackedBookkeeping(ports, paths, repository),
    },
  };
}

/** From the project's folder, where a person types the remedy. */
async function trackedBookkeeping(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<string[]> {
  const prefix = await prefixOf(ports, paths.projectPath, repository);
  const folder = `${prefix}${shownPath(paths, paths.stateDir)}`;
  const tracked = await ports.git.trackedLike(repository, folder, BOOKKEEPING);
  return tracked.map((path) => path.slice(prefix.length));
}
