import { shellWord } from "#core/text/shell-word";
import { selectItem } from "#core/backlog/select-item";
import { requeueItem } from "#core/backlog/move-item";
import { ToolError } from "#contracts/error";
import { ACTIVE_LOOP_STATUSES, RESUMABLE_LOOP_STATUSES, type LoopStatus } from "#contracts/loop-states";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";
import type { ReconcileSummary } from "#contracts/schema/reconcile";
import { folderName } from "#core/projects/absolute-path";
import { checkRun, type CheckedRun } from "#engine/loop/check-run";
import type { RunRequest } from "#engine/loop/loop-context";
import { refuseOperation } from "#engine/loop/prepare-tree";
import {
  applyRecovery,
  planRunRecovery,
  sweepDeadRun,
  unfinishedWork,
  type TreeRecovery,
} from "#engine/loop/recover-run";
import { takeLock } from "#engine/loop/take-lock";
import { clearIndexLock } from "#engine/loop/tree/clear-index-lock";
import { goOnWith, type UnfinishedWork } from "#engine/loop/tree/guard-tree";
import { putAsideCommand } from "#engine/loop/tree/put-aside";
import { findItem } from "#engine/operations/backlog/find-item";
import { guardResume } from "#engine/operations/loop/guard-resume";
import { recoverInterrupted, refuseInterrupted } from "#engine/operations/loop/recover-interrupted";
import type { CancelToken, Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";
import { clearDone } from "#engine/stores/control-files";
import { handover, type LoopLock } from "#engine/stores/loop-lock";
import { readStateOrNull } from "#engine/stores/state-store";

export interface Answer {
  readonly id: string;
  readonly text: string;
}

export interface ResumeInput {
  readonly request: RunRequest;
  readonly answers: readonly Answer[];
  readonly retryBlocked: boolean;
  /** Verify the interrupted item's work, and commit it when it passes. */
  readonly recover: boolean;
  readonly cancel: CancelToken;
  /** Told before the verify command starts. */
  readonly onVerify?: (item: BacklogItem, command: string) => void;
}

export interface Resumed {
  readonly reconciled: ReconcileSummary;
  readonly answered: readonly string[];
  readonly backlog: Backlog;
  /** The commit of the interrupted item, when it was verified. */
  readonly verified: { readonly id: string; readonly commit: string } | null;
  /** Of an item that is none of those: the next one's start puts it into a stash. */
  readonly left: UnfinishedWork | null;
  /** How many items can be worked on or come after those. */
  readonly toDo: number;
  /** Null: nothing to go on with, and the lock is free again. */
  readonly ready: {
    readonly checked: CheckedRun;
    readonly lock: LoopLock;
    readonly request: RunRequest;
  } | null;
}

/** Mends, answers and requeues; then hands the lock over to the run that goes on. Spec: resume. */
export async function resumeLoop(ports: Ports, paths: BacklogPaths, input: ResumeInput): Promise<Resumed> {
  const request = { ...input.request, allowDirty: true, retryBlocked: input.retryBlocked };
  const checked = await checkRun(ports, paths, request);
  const answers = await checkAnswers(ports, paths, checked.backlog, input.answers);
  const lock = await takeLock(ports, paths, checked.repository, "resume");
  try {
    const resumed = await mend(ports, paths, { ...input, answers, request }, checked, lock);
    if (resumed.ready === null) await lock.release();
    return resumed;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function mend(
  ports: Ports,
  paths: BacklogPaths,
  input: ResumeInput,
  checked: CheckedRun,
  lock: LoopLock,
): Promise<Resumed> {
  const { repository } = checked;
  await sweepDeadRun(ports, paths, lock.previous);
  await clearIndexLock(ports, paths, repository);
  const before = await readBacklog(ports, paths);
  const state = await readStateOrNull(ports, paths);
  let plan = await planRunRecovery(ports, paths, { repository, backlog: before, state, mode: "reset" });
  const unfinished = unfinishedWork(plan);
  if (!isResumable(before, state, input)) throw nothingToResume(paths, before, unfinished);
  if (before.items.some((item) => mayStart(item, input))) {
    // First: in the middle of a rebase, HEAD is detached.
    await refuseOperation(ports, repository);
    await guardResume(ports, paths, { repository, state, unfinished });
  }
  let verified: Resumed["verified"] = null;
  const item = interruptedItem(before, plan);
  if (item !== null) {
    const interrupted = { item, nested: plan.nested };
    const { verify } = checked.marker.profile;
    if (!input.recover) throw await refuseInterrupted(ports, paths, repository, interrupted, verify);
    const commit = await recoverInterrupted(ports, paths, checked, interrupted, input);
    verified = { id: item.id, commit };
    const backlog = await readBacklog(ports, paths);
    plan = await planRunRecovery(ports, paths, { repository, backlog, state, mode: "reset" });
  }
  await applyRecovery(ports, paths, plan);
  const backlog = await answer(ports, paths, input);
  await clearDone(ports, paths);
  const toDo = await countStartable(ports, paths, backlog);
  return {
    backlog,
    verified,
    toDo,
    left: unfinished?.standing === "blocked" && isBlocked(backlog, unfinished.id) ? unfinished : null,
    answered: input.answers.map(({ id }) => id),
    reconciled: {
      recovered: plan.promoted.map(({ id }) => id),
      requeued: [...plan.requeued],
      keptBlocked: plan.keptBlocked.filter(({ id }) => isBlocked(backlog, id)),
      interrupted: [],
      stalledReset: plan.stalled.length,
      stateCleared: false,
      treeClean: plan.clean,
    },
    ready:
      toDo === 0 ? null : { checked: { ...checked, backlog }, lock: handover(lock), request: input.request },
  };
}

const isBlocked = (backlog: Backlog, id: string): boolean =>
  backlog.items.some((item) => item.id === id && item.status === "blocked");

/** In progress, or done without its commit, while the tree holds uncommitted work. */
function interruptedItem(backlog: Backlog, plan: TreeRecovery): BacklogItem | null {
  const id = plan.clean ? undefined : plan.stalled[0];
  return backlog.items.find((item) => item.id === id) ?? null;
}

/** Spec's states, a dead run's, and whatever resume itself can put back to work. */
function isResumable(backlog: Backlog, state: LoopState | null, input: ResumeInput): boolean {
  const status: LoopStatus = state?.status ?? "idle";
  const resumable: readonly LoopStatus[] = [...RESUMABLE_LOOP_STATUSES, ...ACTIVE_LOOP_STATUSES];
  if (backlog.items.every((item) => item.status === "done")) return true;
  return (
    resumable.includes(status) ||
    input.answers.length > 0 ||
    backlog.items.some(
      (item) =>
        item.status === "in_progress" ||
        (item.status === "blocked" &&
          (item.deferred === true || input.retryBlocked || status === "complete")),
    )
  );
}

/** Whether the run that goes on could take it. */
const mayStart = ({ id, status, deferred }: BacklogItem, input: ResumeInput): boolean =>
  status === "blocked"
    ? deferred === true || input.retryBlocked || input.answers.some((answer) => answer.id === id)
    : status !== "done";

function nothingToResume(
  paths: BacklogPaths,
  backlog: Backlog,
  unfinished: UnfinishedWork | null,
): ToolError {
  const pending = backlog.items.filter((item) => item.status === "pending").length;
  const items =
    pending === 0
      ? "no item is pending"
      : pending === 1
        ? "1 item is pending"
        : `${pending} items are pending`;
  if (unfinished?.standing === "blocked") return blockedOverWork(paths, unfinished, items);
  const asks = backlog.items.find((item) => item.status === "blocked" && item.needsHuman === true);
  const blocked = backlog.items.find((item) => item.status === "blocked");
  return new ToolError("CONFLICT", `There is nothing to resume in ${folderName(paths.projectPath)}.`, {
    reason: `No run was interrupted; ${items}.`,
    hints: [
      ...(pending === 0 ? [] : [{ command: `${TOOL_NAME} loop run`, purpose: "start one" }]),
      ...(asks === undefined
        ? []
        : [
            {
              command: `${TOOL_NAME} resume --answer ${shellWord(asks.id)} "<your answer>"`,
              purpose: "answer, and go on",
            },
          ]),
      ...(asks !== undefined || blocked === undefined
        ? []
        : [
            {
              command: `${TOOL_NAME} backlog unblock ${shellWord(blocked.id)}`,
              purpose: "once it can be done",
            },
          ]),
    ],
  });
}

/** Its work couldn't be put aside when it got blocked: nobody but its item may go on over it. */
const blockedOverWork = (paths: BacklogPaths, unfinished: UnfinishedWork, items: string): ToolError =>
  new ToolError("CONFLICT", `There is nothing to resume in ${folderName(paths.projectPath)}.`, {
    reason: `The tree holds the work of ${unfinished.id}, which is blocked; ${items}.`,
    hints: [
      ...goOnWith(unfinished, ""),
      { command: putAsideCommand(paths, unfinished.id), purpose: "or put the work aside" },
    ],
  });

/** The answers under the ids that the items have. */
async function checkAnswers(
  ports: Ports,
  paths: BacklogPaths,
  backlog: Backlog,
  answers: readonly Answer[],
): Promise<readonly Answer[]> {
  const checked: Answer[] = [];
  for (const { id: typed, text } of answers) {
    const { id, status } = await findItem(ports, paths, backlog.items, typed);
    if (status === "done") {
      throw new ToolError("TRANSITION_INVALID", `${id} is done, and asks nothing.`, { details: { id } });
    }
    if (text.trim() === "") {
      throw new ToolError("VALIDATION_ERROR", `The answer to ${id} can't be empty.`, {
        details: { field: "answer", value: text },
        reason: "Nothing was changed or started.",
      });
    }
    if (checked.some((one) => one.id === id)) {
      throw new ToolError("VALIDATION_ERROR", `${id} was answered twice.`, {
        details: { field: "answer", value: text },
        reason: "Nothing was changed or started.",
      });
    }
    checked.push({ id, text });
  }
  return checked;
}

/** Answers stand in the file before anything starts; --retry-blocked puts back the rest. */
async function answer(ports: Ports, paths: BacklogPaths, input: ResumeInput): Promise<Backlog> {
  const texts = new Map(input.answers.map(({ id, text }) => [id, text]));
  const move = (item: BacklogItem): BacklogItem => {
    const text = texts.get(item.id);
    if (text !== undefined) return requeueItem(item, { answer: text });
    return input.retryBlocked && item.status === "blocked" ? requeueItem(item) : item;
  };
  const moved = (backlog: Backlog): Backlog | null => {
    const items = backlog.items.map(move);
    return items.every((item, index) => item === backlog.items[index]) ? null : { ...backlog, items };
  };
  return (await editBacklog(ports, paths, moved)) ?? (await readBacklog(ports, paths));
}

/** Pending items, provided that one of them can start at all. */
async function countStartable(ports: Ports, paths: BacklogPaths, backlog: Backlog): Promise<number> {
  const archived = (await readArchivedDone(ports, paths)).ids;
  if (selectItem(backlog.items, archived) === null) return 0;
  return backlog.items.filter((item) => item.status === "pending").length;
}
