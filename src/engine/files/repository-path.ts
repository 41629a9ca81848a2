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
  if (repository === null || repository.bare || !path.startsWith(`${projectPath}/`)) return null;
  const prefix = await prefixOf(ports, projectPath, repository);
  return { repository, path: `${prefix}${path.slice(projectPath.length + 1)}` };
}

/** The project's folder below the top level, "" or "sub/folder/". */
export async function prefixOf(
  ports: Ports,
  projectPath: string,
  { topLevel }: GitRepository,
): Promise<string> {
  const real = (await ports.files.realPath(projectPath)) ?? projectPath;
  return real === topLevel ? "" : `${real.slice(topLevel.length + 1)}/`;
}
