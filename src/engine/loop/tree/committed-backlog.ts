import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

/** The text of backlog.json in a commit; null where it has none. */
export async function committedBacklog(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  commit: string,
): Promise<string | null> {
  const real = (await ports.files.realPath(paths.backlog)) ?? paths.backlog;
  if (!real.startsWith(`${repository.topLevel}/`)) return null;
  return ports.git.fileAt(repository, commit, real.slice(repository.topLevel.length + 1));
}
