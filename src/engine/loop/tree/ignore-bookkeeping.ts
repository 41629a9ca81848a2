import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { LoopContext } from "#engine/loop/loop-context";
import type { Ports } from "#engine/ports";
import { ignoreInStateDir } from "#engine/stores/state-dir";

/** How what git ignores was found at the last look. */
export interface IgnoreRules {
  /** Of the files that say it: while it is the same, the answer is. */
  readonly signature: string;
  /** Of the run's own files those that no rule can keep out of a commit, for git tracks them. */
  readonly tracked: readonly string[];
}

/** What a run writes for itself must never ride in an item's commit: where git doesn't ignore it, the state directory does. */
export async function ignoreBookkeeping(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  prefix: string,
): Promise<IgnoreRules> {
  const below = `${prefix}${paths.stateDir.slice(paths.projectPath.length + 1)}`;
  const probes = [paths.state, paths.log, paths.lock].map(
    (path) => `${below}/${path.split("/").at(-1) ?? ""}`,
  );
  // Before the question: a change after it is seen the next time.
  const signature = await signatureOf(ports, paths, repository);
  const ignored = await ports.git.ignored(repository, probes);
  if (ignored.length === probes.length) return { signature, tracked: [] };
  await ignoreInStateDir(ports, paths);
  const after = await ports.git.ignored(repository, probes);
  const tracked = probes.filter((path) => !after.includes(path));
  return { signature: await signatureOf(ports, paths, repository), tracked };
}

/** The same in the middle of a run, for an agent may have rewritten any .gitignore: git is asked only where one of them isn't the file that it was. */
export async function keepIgnored(ctx: LoopContext): Promise<void> {
  const { ports, paths, repository, prefix, run } = ctx;
  if ((await signatureOf(ports, paths, repository)) === run.ignoreRules.signature) return;
  const known = run.ignoreRules.tracked;
  run.ignoreRules = await ignoreBookkeeping(ports, paths, repository, prefix);
  const words = trackedWords(run.ignoreRules.tracked.filter((path) => !known.includes(path)));
  if (words !== null) ctx.note(words);
}

/** What a person has to do about it, null where there is nothing. */
export function trackedWords(tracked: readonly string[]): string | null {
  if (tracked.length === 0) return null;
  return `The run's own files are in git, and ride in its commits: ${tracked.join(", ")}; \`git rm --cached\` takes them out`;
}

/** Every folder from the top level down to the state directory may say what is ignored in it, and the repository for itself. */
async function signatureOf(ports: Ports, paths: BacklogPaths, repository: GitRepository): Promise<string> {
  const { topLevel, commonDir } = repository;
  const files = [`${commonDir}/info/exclude`, `${topLevel}/.gitignore`];
  const real = (await ports.files.realPath(paths.stateDir)) ?? paths.stateDir;
  let folder = topLevel;
  for (const name of real.startsWith(`${topLevel}/`) ? real.slice(topLevel.length + 1).split("/") : []) {
    folder = `${folder}/${name}`;
    files.push(`${folder}/.gitignore`);
  }
  const stats = await Promise.all(files.map((path) => ports.files.linkStat(path)));
  return stats.map((stat) => (stat ? `${stat.inode} ${stat.size} ${stat.mtimeMs}` : "-")).join("\n");
}
