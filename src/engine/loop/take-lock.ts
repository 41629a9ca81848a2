import { ToolError } from "#contracts/error";
import { GIT_LOCK_FILE } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { LockRecord } from "#contracts/schema/lock";
import { projectName } from "#engine/loop/check-run";
import type { GitRepository, Ports } from "#engine/ports";
import { acquireLoopLock } from "#engine/stores/loop-lock";

export interface HeldLock {
  /** Of this run: every session's mark contains it. */
  readonly token: string;
  /** The dead run's record that was taken over. */
  readonly previous: LockRecord | null;
  readonly renew: () => Promise<void>;
  release(): Promise<void>;
}

/** The backlog root's lock and the work tree's, or ToolError LOCK_CONFLICT that names the holder. */
export async function takeLock(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
): Promise<HeldLock> {
  await ports.files.makeDir(paths.stateDir);
  const taken = await acquireLoopLock(ports, paths, `${repository.gitDir}/${GIT_LOCK_FILE}`);
  if (taken.kind === "acquired") return taken;
  const { pid, startedAt } = taken.record;
  const where = taken.scope === "root" ? projectName(paths) : "another backlog of this repository";
  throw new ToolError("LOCK_CONFLICT", `A loop is already running in ${where}.`, {
    reason: `Process ${pid} has held the lock since ${startedAt}. Nothing was started.`,
    hints: [{ command: "tool follow", purpose: "watch it" }],
    details: { pid, startedAt },
  });
}
