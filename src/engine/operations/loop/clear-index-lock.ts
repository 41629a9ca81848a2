import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

/** How much later than the dead run's last write its git may have made the lock. */
const SLACK_MS = 10_000;

/** A git that died with its run leaves index.lock, and then no git works: it goes when nobody has it open and it is as old as that run. */
export async function clearIndexLock(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<boolean> {
  const path = `${repository.gitDir}/index.lock`;
  const lock = await ports.files.stat(path);
  if (lock === null) return false;
  const writes = await Promise.all(
    [paths.state, paths.log, paths.eventsLog].map(
      async (file) => (await ports.files.stat(file))?.mtimeMs ?? 0,
    ),
  );
  const ofDeadRun = lock.mtimeMs <= Math.max(...writes) + SLACK_MS;
  if (ofDeadRun && !(await ports.processes.hasOpen(path))) return ports.files.remove(path);
  throw new ToolError("CONFLICT", "Another git is at work in this repository.", {
    reason: `${path} is there. Nothing was changed.`,
    hints: [{ command: `rm ${shellWord(path)}`, purpose: "only if no git is running" }],
    details: { path },
  });
}
