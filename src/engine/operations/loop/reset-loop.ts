import { PHRASES } from "#core/events/log-phrases";
import type { BacklogPaths } from "#contracts/paths";
import type { ResetReport } from "#contracts/schema/reconcile";
import { takeLock } from "#engine/loop/take-lock";
import { applyRecovery, planRunRecovery, sweepDeadRun, type TreeRecovery } from "#engine/loop/recover-run";
import { ownerOfTree } from "#engine/operations/loop/after-reset";
import { clearIndexLock } from "#engine/loop/tree/clear-index-lock";
import type { Ports } from "#engine/ports";
import { readBacklog } from "#engine/stores/backlog-store";
import { clearCancel, clearDone } from "#engine/stores/control-files";
import { inspectLock } from "#engine/files/inspect-lock";
import { openLoopLog } from "#engine/stores/loop-log";
import { clearState, readStateOrNull } from "#engine/stores/state-store";

export interface ResetOutcome {
  readonly report: ResetReport;
  readonly plan: TreeRecovery;
  /** Of the dead run whose lock was cleared. */
  readonly deadPid: number | null;
  readonly pendingIds: readonly string[];
}

/** Mends what an interrupted run left and stops there. Spec: reset, steps 1 to 5; running it again changes nothing more. */
export async function resetLoop(ports: Ports, paths: BacklogPaths): Promise<ResetOutcome> {
  const repository = await ports.git.repository(paths.projectPath);
  const unreadable = (await inspectLock(ports, paths.lock)).record === "unreadable";
  const lock = await takeLock(ports, paths, repository, "reset");
  try {
    await sweepDeadRun(ports, paths, lock.previous);
    if (repository !== null) await clearIndexLock(ports, paths, repository);
    const backlog = await readBacklog(ports, paths);
    const state = await readStateOrNull(ports, paths);
    const plan = await planRunRecovery(ports, paths, { repository, backlog, state, mode: "reset" });
    await applyRecovery(ports, paths, plan);
    const unfinishedItem = ownerOfTree(plan, state);
    const stateCleared = await clearState(ports, paths);
    await clearDone(ports, paths);
    await clearCancel(ports, paths);
    const log = await openLoopLog(ports, paths);
    log.append([PHRASES.loopReset.say({})]);
    await log.flush();
    return {
      plan,
      deadPid: lock.previous?.pid ?? null,
      pendingIds: [...plan.requeued, ...plan.stalled],
      report: {
        recovered: plan.promoted.map(({ id }) => id),
        requeued: [...plan.requeued],
        keptBlocked: [...plan.keptBlocked],
        stalledReset: plan.stalled.length,
        lockCleared: unreadable || lock.previous !== null,
        stateCleared,
        treeClean: plan.clean,
        ...(unfinishedItem !== null && { unfinishedItem }),
      },
    };
  } finally {
    await lock.release();
  }
}
