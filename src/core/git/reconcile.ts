import { matchesItem } from "#core/git/commit-message";
import { COMMIT_PREFIX } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";

/** A commit that bears an item's subject. */
export interface ItemCommit {
  readonly hash: string;
  readonly subject: string;
  /** Whether the backlog of that very commit has the item done: then the runner made it. */
  readonly saysDone: boolean;
}

export interface RecoveryFacts {
  readonly items: readonly BacklogItem[];
  /** What the last run left, null when there is no state.json. */
  readonly state: LoopState | null;
  /** Since the run's baseline; without one all of history. Newest first. */
  readonly commits: readonly ItemCommit[];
  /** Nothing uncommitted but the tool's own files. */
  readonly clean: boolean;
  /** `run` looks at what was in progress alone; `reset` at every item, and requeues the deferred ones. */
  readonly mode: "run" | "reset";
}

export interface RecoveryPlan {
  /** The item that the file calls done although its commit is missing. */
  readonly reverted: string | null;
  readonly promoted: readonly { readonly id: string; readonly commit: string }[];
  readonly requeued: readonly string[];
  /** In progress under a dead run, to be pending again. */
  readonly stalled: readonly string[];
  readonly keptBlocked: readonly { readonly id: string; readonly reason: string }[];
  /** Whose uncommitted work may lie in the tree. */
  readonly unfinished: string | null;
}

/** What a dead run left, by the old state.json, the file and the commits. Spec: reset; promotion is the one move outside the item table. */
export function planRecovery(facts: RecoveryFacts): RecoveryPlan {
  const reverted = doneWithoutCommit(facts);
  const open = facts.items.filter((item) => item.status !== "done");
  const candidates = facts.mode === "reset" ? open : open.filter((item) => item.status === "in_progress");
  const promoted = candidates.flatMap((item) => {
    const commit = facts.commits.find((found) => proves(found, item, facts));
    return commit === undefined ? [] : [{ id: item.id, commit: commit.hash }];
  });
  const gone = new Set(promoted.map((one) => one.id));
  const left = open.filter((item) => !gone.has(item.id));
  const stalled = left.filter((item) => item.status === "in_progress").map((item) => item.id);
  if (reverted !== null) stalled.push(reverted);
  return {
    reverted,
    promoted,
    stalled,
    requeued: facts.mode === "reset" ? left.filter(isDeferred).map((item) => item.id) : [],
    keptBlocked: left
      .filter((item) => item.status === "blocked" && !(facts.mode === "reset" && isDeferred(item)))
      .map((item) => ({ id: item.id, reason: item.blockedReason ?? "" })),
    unfinished: facts.clean ? null : (stalled[0] ?? facts.state?.unfinishedItem ?? null),
  };
}

/** A question to a person is never answered by trying again. */
const isDeferred = (item: BacklogItem): boolean =>
  item.status === "blocked" && item.deferred === true && item.needsHuman !== true;

/** The write of done comes before the commit: a crash between them leaves the word without the deed. */
function doneWithoutCommit(facts: RecoveryFacts): string | null {
  const current = facts.state?.currentItem ?? null;
  const item = facts.items.find((one) => one.id === current);
  if (item === undefined || item.status !== "done" || facts.state?.completedItems.includes(item.id))
    return null;
  const committed = facts.commits.some(
    (commit) => matchesItem(commit.subject, item, { whole: false }) && !isForeign(commit, facts.state),
  );
  return committed ? null : item.id;
}

/** Whether a commit shows that the item's work is finished; a re-opened item's old commit shows nothing. */
function proves(commit: ItemCommit, item: BacklogItem, facts: RecoveryFacts): boolean {
  const { state } = facts;
  if (!matchesItem(commit.subject, item, { whole: state === null }) || isForeign(commit, state)) return false;
  if (state === null) return item.status !== "blocked" && (commit.saysDone || facts.clean);
  if (state.completedItems.includes(item.id)) return false;
  return commit.saysDone || (facts.clean && item.status !== "blocked" && wasSelected(item.id, state));
}

const isForeign = (commit: ItemCommit, state: LoopState | null): boolean =>
  state?.foreignCommits?.includes(commit.hash) ?? false;

const wasSelected = (id: string, state: LoopState): boolean =>
  state.currentItem === id || state.unfinishedItem === id;

/** The subject prefix that any item's commit bears. */
export const ITEM_SUBJECT_PREFIX = `${COMMIT_PREFIX} `;
