import { ownPaths, type OwnPaths } from "#core/git/own-paths";
import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

/** The project's folder below the top level, "" or "sub/folder/". */
export async function prefixOf(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<string> {
  const real = (await ports.files.realPath(paths.projectPath)) ?? paths.projectPath;
  return real === repository.topLevel ? "" : `${real.slice(repository.topLevel.length + 1)}/`;
}

/** What of this repository's work tree is the backlog's own. */
export async function ownFiles(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<OwnPaths> {
  return ownPaths(paths, await prefixOf(ports, paths, repository));
}
