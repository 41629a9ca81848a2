import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

export interface RepositoryPath {
  readonly repository: GitRepository;
  /** Relative to the top level. */
  readonly path: string;
}

/** A file of a project as git names it, whether it is there or not; null outside of a work tree. */
export async function repositoryPath(
  ports: Ports,
  { projectPath }: BacklogPaths,
  path: string,
): Promise<RepositoryPath | null> {
  const repository = await ports.git.repository(projectPath);
  const project = (await ports.files.realPath(projectPath)) ?? projectPath;
  if (repository === null || repository.bare || !path.startsWith(`${projectPath}/`)) return null;
  const real = project + path.slice(projectPath.length);
  if (!real.startsWith(`${repository.topLevel}/`)) return null;
  return { repository, path: real.slice(repository.topLevel.length + 1) };
}
