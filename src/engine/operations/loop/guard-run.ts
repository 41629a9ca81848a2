import { resolveBudget } from "#core/loop/budget";
import { requeueItem } from "#core/backlog/move-item";
import { summarize } from "#core/backlog/summarize";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogSummary } from "#contracts/schema/status";
import { checkRun } from "#engine/loop/check-run";
import type { RunRequest } from "#engine/loop/loop-context";
import { guardedTree } from "#engine/loop/prepare-tree";
import { takeLock } from "#engine/loop/take-lock";
import type { Ports } from "#engine/ports";

/** A run that would be let in. */
export interface GuardedRun {
  readonly branch: string | null;
  readonly maxIterations: number;
  /** As it will find the backlog. */
  readonly summary: BacklogSummary;
}

/** All that refuses a run, and the branch and seed that were asked for, on behalf of another process that will run it without asking again. Nothing else is written, and the lock is free afterwards. */
export async function guardRun(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  onWarning: (text: string) => void,
): Promise<GuardedRun> {
  const checked = await checkRun(ports, paths, request);
  const lock = await takeLock(ports, paths, checked.repository, "run");
  try {
    const { head } = await guardedTree(ports, paths, request, checked, lock, { onWarning });
    const items = checked.backlog.items.map((item) =>
      request.retryBlocked && item.status === "blocked" ? requeueItem(item) : item,
    );
    const marker = checked.marker.options.maxIterations ?? null;
    const { maxIterations } = resolveBudget({ flag: request.maxIterations, marker, items });
    return { branch: head.branch, maxIterations, summary: summarize(items) };
  } finally {
    await lock.release();
  }
}
