import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { ignoreInStateDir } from "#engine/stores/state-dir";

/** What a run writes for itself must never ride in an item's commit: where git doesn't ignore it, the state directory does. */
export async function ignoreBookkeeping(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  prefix: string,
): Promise<void> {
  const below = `${prefix}${paths.stateDir.slice(paths.projectPath.length + 1)}`;
  const probes = [paths.state, paths.log, paths.lock].map(
    (path) => `${below}/${path.split("/").at(-1) ?? ""}`,
  );
  const ignored = await ports.git.ignored(repository, probes);
  if (ignored.length === probes.length) return;
  await ignoreInStateDir(ports, paths);
}
