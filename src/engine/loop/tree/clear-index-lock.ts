import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { FileStat, Ports } from "#engine/ports";

/** How much later than the dead run's last write its git may have made the lock. */
const SLACK_MS = 10_000;

/** An editor's git holds the lock for moments. */
const MOST_LOOKS = 10;
const LOOK_AGAIN_MS = 100;

/** A git that died with its run leaves index.lock, and then no git works: it goes when nobody has it open and it is as old as that run. */
export async function clearIndexLock(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<boolean> {
  const path = `${repository.gitDir}/index.lock`;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const lock = await ports.files.stat(path);
    if (lock === null) return false;
    if (await isOfDeadRun(ports, paths, lock, path)) return ports.files.remove(path);
    await ports.clock.sleep(LOOK_AGAIN_MS);
  }
  throw new ToolError("CONFLICT", "Another git is at work in this repository.", {
    reason: `${path} is there. Nothing was changed.`,
    hints: [{ command: `rm ${shellWord(path)}`, purpose: "only if no git is running" }],
    details: { path },
  });
}

async function isOfDeadRun(
  ports: Ports,
  paths: BacklogPaths,
  lock: FileStat,
  path: string,
): Promise<boolean> {
  const writes = await Promise.all(
    [paths.state, paths.log, paths.eventsLog].map(
      async (file) => (await ports.files.stat(file))?.mtimeMs ?? 0,
    ),
  );
  return lock.mtimeMs <= Math.max(...writes) + SLACK_MS && !(await ports.processes.hasOpen(path));
}
