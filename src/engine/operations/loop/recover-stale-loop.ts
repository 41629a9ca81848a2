import { ACTIVE_LOOP_STATUSES, RUN_INTERRUPTED, type LoopStatus } from "#contracts/loop-states";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopState } from "#contracts/schema/loop-state";
import { applyRecovery, planRunRecovery, sweepDeadRun, type TreeRecovery } from "#engine/loop/recover-run";
import { takeLock } from "#engine/loop/take-lock";
import type { Ports } from "#engine/ports";
import { readBacklog } from "#engine/stores/backlog-store";
import { inspectLock } from "#engine/files/inspect-lock";
import { readStateOrNull, writeState } from "#engine/stores/state-store";

/** Spec: stale-loop recovery at server start. Mends what a run that died left, and says in state.json that it is over; null where none did. A live loop is left alone, and so is an item that a person put in progress. */
export async function recoverStaleLoop(ports: Ports, paths: BacklogPaths): Promise<TreeRecovery | null> {
  const { record, alive } = await inspectLock(ports, paths.lock);
  if (alive || (record === null && !isActive(await readStateOrNull(ports, paths)))) return null;
  const repository = await ports.git.repository(paths.projectPath);
  const lock = await takeLock(ports, paths, repository, "reset");
  try {
    await sweepDeadRun(ports, paths, lock.previous);
    const backlog = await readBacklog(ports, paths);
    const state = await readStateOrNull(ports, paths);
    const plan = await planRunRecovery(ports, paths, { repository, backlog, state, mode: "run" });
    await applyRecovery(ports, paths, plan);
    if (isActive(state)) await writeState(ports, paths, ended(state, plan));
    return plan;
  } finally {
    await lock.release();
  }
}

const ACTIVE: ReadonlySet<LoopStatus> = new Set(ACTIVE_LOOP_STATUSES);

const isActive = (state: LoopState | null): state is LoopState => state !== null && ACTIVE.has(state.status);

/** As a run that fails says it: resume goes on from here. */
const ended = (state: LoopState, { unfinished, promoted }: TreeRecovery): LoopState => ({
  ...state,
  status: "error",
  error: RUN_INTERRUPTED,
  currentItem: null,
  unfinishedItem: unfinished,
  completedItems: [...state.completedItems, ...promoted.map(({ id }) => id)],
});
