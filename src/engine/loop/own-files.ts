import { ownPaths, type OwnPaths } from "#core/git/own-paths";
import type { BacklogPaths } from "#contracts/paths";
import { prefixOf } from "#engine/files/repository-path";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

/** What of this repository's work tree is the backlog's own. */
export async function ownFiles(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<OwnPaths> {
  return ownPaths(paths, await prefixOf(ports, paths.projectPath, repository));
}
