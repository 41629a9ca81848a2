import { PHRASES } from "#core/events/log-phrases";
import { TEMPLATE } from "#core/install/artifact-paths";
import { render } from "#core/prompt/template";
import { templateVars } from "#core/prompt/template-vars";
import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { SweepResult } from "#contracts/schema/archive";
import type { Backlog } from "#contracts/schema/backlog";
import type { Marker } from "#contracts/schema/marker";
import { folderName } from "#core/projects/absolute-path";
import { applyRecovery, planRunRecovery, sweepDeadRun } from "#engine/loop/recover-run";
import { takeLock } from "#engine/loop/take-lock";
import { afterReset, ownerOfTree, type AfterReset } from "#engine/operations/loop/after-reset";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { readBacklog } from "#engine/stores/backlog-store";
import { clearCancel, clearDone } from "#engine/stores/control-files";
import { openLoopLog } from "#engine/stores/loop-log";
import type { LoopLock } from "#engine/stores/loop-lock";
import { moveToArchive } from "#engine/files/move-to-archive";
import { shownPath } from "#engine/files/shown-path";
import { besideOf } from "#engine/stores/state-dir";
import { clearState, readStateOrNull } from "#engine/stores/state-store";
import { sweepDone } from "#engine/stores/sweep-done";

export interface BacklogResetInput {
  /** Empties the items too, and puts progress.md and the log away. */
  readonly clear: boolean;
  /** With clear: progress.md stays as it is. */
  readonly keepProgress: boolean;
  /** With clear: the log stays where it is. */
  readonly keepLog: boolean;
}

export interface BacklogReset {
  readonly sweep: SweepResult;
  /** Ids that were in progress and are pending. */
  readonly requeued: readonly string[];
  /** Ids that were in progress although their commit was there. */
  readonly recovered: readonly string[];
  /** Ids that were emptied out, neither swept nor kept. */
  readonly removed: readonly string[];
  /** Where progress.md and the log went, as messages name files. */
  readonly archivedFiles: readonly string[];
  readonly stateCleared: boolean;
  /** What lies uncommitted in the tree; absent where there is nothing. */
  readonly left?: AfterReset;
}

/** Starts the backlog afresh (spec: backlog reset). What a dead run left is mended first; state.json goes last, so that a second call finishes what a killed one began. */
export async function resetBacklog(
  ports: Ports,
  paths: BacklogPaths,
  input: BacklogResetInput,
): Promise<BacklogReset> {
  const marker = await requireMarker(ports, { name: folderName(paths.projectPath), paths });
  const repository = await ports.git.repository(paths.projectPath);
  const lock = await takeLock(ports, paths, repository, "backlog reset");
  try {
    await sweepDeadRun(ports, paths, lock.previous);
    const before = await readBacklog(ports, paths);
    const state = await readStateOrNull(ports, paths);
    const recovery = await planRunRecovery(ports, paths, { repository, backlog: before, state, mode: "run" });
    await applyRecovery(ports, paths, recovery);
    const emptied = await emptyBacklog(ports, paths, input, lock);
    const archivedFiles = input.clear ? await putAway(ports, paths, input, marker, before) : [];
    await sayReset(ports, paths);
    const stateCleared = await clearState(ports, paths);
    await clearDone(ports, paths);
    await clearCancel(ports, paths);
    const owner = ownerOfTree(recovery, state);
    const left = recovery.clean ? null : await afterReset(ports, paths, recovery, owner, !input.clear);
    return {
      ...(left !== null && { left }),
      ...emptied,
      requeued: input.clear ? [] : recovery.stalled,
      recovered: recovery.promoted.map(({ id }) => id),
      archivedFiles: archivedFiles.map((path) => shownPath(paths, path)),
      stateCleared,
    };
  } finally {
    await lock.release();
  }
}

async function emptyBacklog(
  ports: Ports,
  paths: BacklogPaths,
  { clear }: BacklogResetInput,
  lock: LoopLock,
): Promise<Pick<BacklogReset, "sweep" | "removed">> {
  const rule = { minAgeDays: 0, unsettled: null, rest: clear ? "goes" : "stays" } as const;
  const { plan } = await sweepDone(ports, paths, rule, lock.token);
  return { sweep: plan.result, removed: clear ? plan.keep.map((item) => item.id) : [] };
}

/** The log goes where the runs' events go, since git ignores it there; what was learned goes with the archive of the items. */
async function putAway(
  ports: Ports,
  paths: BacklogPaths,
  { keepProgress, keepLog }: BacklogResetInput,
  marker: Marker,
  backlog: Backlog,
): Promise<string[]> {
  const nowMs = ports.clock.now();
  const moved: (string | null)[] = [];
  if (!keepProgress) moved.push(await renewProgress(ports, paths, marker, backlog, nowMs));
  if (!keepLog) {
    moved.push(await moveToArchive(ports, paths.log, `${paths.stateDir}/${FILES.archive}`, nowMs));
  }
  return moved.filter((path) => path !== null);
}

/** One that nobody has written to isn't worth keeping. */
async function renewProgress(
  ports: Ports,
  paths: BacklogPaths,
  { profile }: Marker,
  { project, description }: Backlog,
  nowMs: number,
): Promise<string | null> {
  const vars = templateVars({ projectName: project, projectDescription: description, profile });
  const fresh = render(await ports.template(TEMPLATE.progress), vars);
  if ((await ports.files.read(paths.progress)) === fresh) return null;
  const moved = await moveToArchive(ports, paths.progress, paths.archive, nowMs);
  await atomicWrite(ports, paths.progress, fresh, { beside: besideOf(paths, paths.progress) });
  return moved;
}

/** A log that stays would tell of its last run as if nothing had happened since. */
async function sayReset(ports: Ports, paths: BacklogPaths): Promise<void> {
  if ((await ports.files.stat(paths.log)) === null) return;
  const log = await openLoopLog(ports, paths);
  log.append([PHRASES.loopReset.say({})]);
  await log.flush();
}
