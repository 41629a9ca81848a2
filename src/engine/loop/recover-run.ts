import { matchesItem } from "#core/git/commit-message";
import {
  ITEM_SUBJECT_PREFIX,
  planRecovery,
  type ItemCommit,
  type RecoveryFacts,
  type RecoveryPlan,
} from "#core/git/reconcile";
import { promoteItem, requeueItem, revertDone } from "#core/backlog/move-item";
import { globalPaths, type BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LockRecord } from "#contracts/schema/lock";
import type { LoopState } from "#contracts/schema/loop-state";
import type { DirtyEntry, FoundCommit, GitRepository } from "#engine/git-port";
import { committedBacklog } from "#engine/loop/tree/committed-backlog";
import type { UnfinishedWork } from "#engine/loop/tree/guard-tree";
import type { Ports } from "#engine/ports";
import { ownFiles } from "#engine/loop/own-files";
import { sweepTemps } from "#engine/files/atomic-write";
import { clearAgentRecord, readAgentRecord } from "#engine/stores/agent-record";
import { deadTokens } from "#engine/files/claim-lock";
import { editBacklog } from "#engine/stores/backlog-store";

export interface RecoverySources {
  /** Null: no repository, so no commit proves anything. */
  readonly repository: GitRepository | null;
  readonly backlog: Backlog;
  readonly state: LoopState | null;
  readonly mode: RecoveryFacts["mode"];
}

export interface TreeRecovery extends RecoveryPlan {
  /** As they stood when it was planned. */
  readonly planned: readonly BacklogItem[];
  /** Nothing uncommitted but the tool's own files. */
  readonly clean: boolean;
  /** All that is uncommitted. */
  readonly dirty: readonly DirtyEntry[];
  /** Repositories inside of this one that nobody's session is to blame for. */
  readonly nested: readonly string[];
}

/** Ends what a killed runner left, agents and git alike: whatever bears its mark, or the group it noted. Then removes what it had half written. Gives the number of processes. */
export async function sweepDeadRun(
  ports: Ports,
  paths: BacklogPaths,
  previous: LockRecord | null,
): Promise<number> {
  const record = await readAgentRecord(ports, paths);
  const marks = new Set(previous === null ? [] : deadTokens(previous));
  if (record !== null) marks.add(record.mark);
  const leader = record === null ? null : { pid: record.pid, startTime: record.startTime };
  let ended = 0;
  for (const mark of marks) ended += await ports.processes.sweep({ mark, leader });
  await sweepPrompts(ports, [...marks]);
  if (record !== null) await clearAgentRecord(ports, paths);
  const { active } = globalPaths(ports.machine.home);
  for (const folder of new Set([paths.root, paths.stateDir, paths.archive, active])) {
    await sweepTemps(ports, folder);
  }
  return ended;
}

/** Whose work may lie in the tree, and how that item stands; null also where the item is gone, or done. */
export function unfinishedWork(plan: TreeRecovery): UnfinishedWork | null {
  const item = plan.planned.find(({ id }) => id === plan.unfinished);
  if (item === undefined) return null;
  if (plan.stalled.includes(item.id)) return { id: item.id, standing: "interrupted" };
  if (item.status === "blocked") return { id: item.id, standing: "blocked" };
  return item.status === "pending" ? { id: item.id, standing: "paused" } : null;
}

const PROMPT_FILE = /^[\da-f-]{36}\.\d+\.md$/;

/** A prompt that went to the agent as a file bears the mark of its session. */
async function sweepPrompts(ports: Ports, marks: readonly string[]): Promise<void> {
  const { tempDir } = ports.machine;
  const names = marks.length === 0 ? [] : ((await ports.files.list(tempDir).catch(() => null)) ?? []);
  const ofThem = names.filter(
    ({ name }) => PROMPT_FILE.test(name) && marks.some((mark) => name.startsWith(`${mark}.`)),
  );
  for (const { name } of ofThem) await ports.files.remove(`${tempDir}/${name}`).catch(() => false);
}

/** Reads what a dead run left and decides; writes nothing. */
export async function planRunRecovery(
  ports: Ports,
  paths: BacklogPaths,
  sources: RecoverySources,
): Promise<TreeRecovery> {
  const { repository, backlog, mode } = sources;
  const { dirty, nested } =
    repository === null ? { dirty: [], nested: [] } : await ports.git.work(repository);
  const own = repository === null ? null : await ownFiles(ports, paths, repository);
  const clean = dirty.every((entry) => own?.isOwn(entry.path) === true);
  const inQuestion = backlog.items.filter((item) => isInQuestion(item, sources.state, mode));
  const isOpen = repository !== null && inQuestion.length > 0;
  const state = isOpen ? await knownState(ports, repository, sources.state) : sources.state;
  const commits = isOpen ? await itemCommits(ports, paths, repository, state, inQuestion) : [];
  const plan = planRecovery({ items: backlog.items, state, commits, clean, mode });
  return { ...plan, planned: backlog.items, clean, dirty, nested };
}

/** A state whose baseline is gone (history was rewritten and pruned, the folder was copied) bounds nothing any more: it counts as none. */
async function knownState(
  ports: Ports,
  repository: GitRepository,
  state: LoopState | null,
): Promise<LoopState | null> {
  const baseline = state?.baseCommitHash ?? null;
  if (baseline === null || (await ports.git.knows(repository, baseline))) return state;
  return null;
}

/** Which items a commit could still say something about. */
function isInQuestion(item: BacklogItem, state: LoopState | null, mode: RecoveryFacts["mode"]): boolean {
  if (item.status === "done") return item.id === state?.currentItem;
  return mode === "reset" || item.status === "in_progress";
}

async function itemCommits(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  state: LoopState | null,
  items: readonly BacklogItem[],
): Promise<ItemCommit[]> {
  const found = await ports.git.commitsSince(repository, state?.baseCommitHash ?? null, ITEM_SUBJECT_PREFIX);
  const commits: ItemCommit[] = [];
  for (const commit of found) {
    const item = items.find((one) => matchesItem(commit.subject, one, { whole: state === null }));
    if (item !== undefined) {
      commits.push({ ...commit, saysDone: await saysDone(ports, paths, repository, commit, item.id) });
    }
  }
  return commits;
}

/** Whether the backlog in the commit itself has the item done; then it is the runner's own. */
async function saysDone(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  commit: FoundCommit,
  id: string,
): Promise<boolean> {
  const text = await committedBacklog(ports, paths, repository, commit.hash);
  if (text === null) return false;
  try {
    const { items } = JSON.parse(text) as Partial<Backlog>;
    return Array.isArray(items) && items.some((item) => item.id === id && item.status === "done");
  } catch {
    return false;
  }
}

/** Writes the plan's moves in one go; an item that somebody has moved meanwhile stays as it is. Null when there was nothing to move. */
export async function applyRecovery(
  ports: Ports,
  paths: BacklogPaths,
  plan: TreeRecovery,
): Promise<Backlog | null> {
  const promoted = new Set(plan.promoted.map((one) => one.id));
  const pending = new Set([...plan.stalled, ...plan.requeued]);
  if (promoted.size + pending.size === 0) return null;
  const nowIso = new Date(ports.clock.now()).toISOString();
  const statuses = new Map(plan.planned.map(({ id, status }) => [id, status]));
  const move = (item: BacklogItem): BacklogItem => {
    if (statuses.get(item.id) !== item.status) return item;
    if (promoted.has(item.id)) return promoteItem(item, nowIso);
    if (item.id === plan.reverted) return requeueItem(revertDone(item));
    return pending.has(item.id) ? requeueItem(item) : item;
  };
  return editBacklog(ports, paths, (backlog) => ({ ...backlog, items: backlog.items.map(move) }));
}
