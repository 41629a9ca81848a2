import { shellWord } from "#core/text/shell-word";
import { matchesItem, subjectPrefix } from "#core/git/commit-message";
import type { Verdict } from "#core/loop/settle-item";
import { COMMIT_PREFIX } from "#contracts/names";
import { ToolError } from "#contracts/error";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { keepIgnored } from "#engine/loop/tree/ignore-bookkeeping";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { stashWork, type PutAside } from "#engine/loop/tree/stash-work";
import { workAtHand } from "#engine/loop/tree/work-at-hand";
import type { GitHead } from "#engine/git-port";
import { atomicWrite } from "#engine/files/atomic-write";
import { inBacklogSection } from "#engine/stores/backlog-store";
import { besideOf } from "#engine/stores/state-dir";

/** What the session did to git, and what that makes of its verdict. On the way of a plain done nothing is spawned. */
export async function inspectWork(
  ctx: LoopContext,
  item: BacklogItem,
  verdict: Verdict,
  before: GitHead,
): Promise<Verdict> {
  const { git } = ctx.ports;
  const operation = await git.operationUnderWay(ctx.repository);
  if (operation !== null) {
    haltOnOperation(ctx, operation);
    if (verdict.kind === "cancelled") return verdict;
    return { kind: "block", reason: `the agent left a ${operation} unfinished`, needsHuman: false };
  }
  const after = await git.head(ctx.repository);
  if (after.branch !== ctx.plan.branch) {
    // Without a commit either there is no HEAD to be read.
    const off = after.commit === null ? "took the git directory away" : detached(after, before);
    const away = after.branch === null ? off : `switched to the branch ${after.branch}`;
    const { stash } = await returnToBranch(ctx, item.id);
    const lost = ctx.run.halt === null ? await noteNewCommits(ctx, byItem(item), before) : null;
    if (verdict.kind === "cancelled") return verdict;
    if (lost !== null) return { kind: "block", reason: lost, needsHuman: false };
    const home = ctx.plan.branch ?? "HEAD";
    const back = ctx.run.halt === null ? `${home} is restored` : `${home} can't be restored`;
    const work = stash === null ? "" : `; its work is in a stash, "${stash.message}"`;
    return { kind: "block", reason: `the agent ${away}; ${back}${work}`, needsHuman: false };
  }
  const changed = after.commit !== before.commit;
  const lost = changed ? await noteNewCommits(ctx, byItem(item), before) : null;
  if (lost !== null && verdict.kind === "cancelled") return verdict;
  if (lost !== null) return { kind: "block", reason: lost, needsHuman: false };
  const inner = await workInSubmodules(ctx);
  if (inner !== null && verdict.kind !== "cancelled")
    return { kind: "block", reason: inner, needsHuman: false };
  if (verdict.kind === "complete") return verdict;
  return (await recoveredByCommit(ctx, item)) ?? verdict;
}

/** What it committed there is on no branch, and soon nobody knows its name any more. */
const detached = (after: GitHead, before: GitHead): string =>
  after.commit === null || after.commit === before.commit
    ? "detached HEAD"
    : `detached HEAD and left it at ${after.commit.slice(0, 12)}`;

/** A commit of this repository holds nothing of what is uncommitted in a submodule, and neither does a stash: nobody but a person can say whose it is, so no other item may start on it. */
async function workInSubmodules(ctx: LoopContext): Promise<string | null> {
  const dirty = await ctx.ports.git.dirtySubmodules(ctx.repository);
  const [first, ...more] = dirty.filter((path) => !ctx.plan.dirtySubmodules.includes(path));
  if (first === undefined) return null;
  const where =
    more.length === 0 ? `the submodule ${first}` : `${more.length + 1} submodules, ${first} among them`;
  ctx.run.halt = {
    reason: `There is uncommitted work in ${where}, which no commit here can hold.`,
    hints: [`git -C ${shellWord(first)} status`],
  };
  return `the agent left uncommitted work in ${where}; it stays there`;
}

/** No further pass may start in the middle of somebody's merge. */
export function haltOnOperation(ctx: LoopContext, operation: string): void {
  ctx.run.halt = {
    reason: `The agent left a ${operation} unfinished.`,
    // Nothing undoes a conflict of its own: whose side is right only the files tell.
    hints: operation === "conflict" ? ["git status"] : ["git status", `git ${operation} --abort`],
  };
}

/** Puts the work of the session into a stash, without what was there before it, and goes back; a branch that can't be restored halts the run. */
export async function returnToBranch(
  ctx: LoopContext,
  stashName: string,
  keep: readonly string[] = [],
): Promise<PutAside> {
  const home = ctx.plan.branch ?? "";
  const aside = await stashWork(ctx, stashName, keep);
  if (ctx.run.halt !== null) return aside;
  try {
    await keepOwnFiles(ctx, () => ctx.ports.git.switchBranch(ctx.repository, home));
    // What the agent committed elsewhere has left the tree, and with it perhaps what had git ignore the bookkeeping.
    await keepIgnored(ctx);
  } catch (error) {
    ctx.run.halt = await lostBranch(ctx, home, error);
  }
  return aside;
}

/** One that was renamed or deleted can't be switched to: where it is now, or should be, only a person knows. */
async function lostBranch(
  ctx: LoopContext,
  home: string,
  error: unknown,
): Promise<NonNullable<LoopContext["run"]["halt"]>> {
  if (!(await ctx.ports.git.branchExists(ctx.repository, home).catch(() => true)))
    return { reason: `The branch ${home} is gone: it was deleted or renamed.`, hints: ["git branch -v"] };
  const words = error instanceof ToolError ? (error.reason ?? error.message) : String(error);
  return {
    reason: `The branch ${home} can't be restored: ${words}`,
    hints: ["git branch", `git switch ${shellWord(home)}`],
  };
}

/** What the agent committed elsewhere stays there, but backlog and progress stay as they are by now: the branch holds them as of its last commit. */
async function keepOwnFiles(ctx: LoopContext, change: () => Promise<void>): Promise<void> {
  const { ports, paths } = ctx;
  const { files } = ports;
  const swap = async (): Promise<void> => {
    const backlog = await files.read(paths.backlog);
    const progress = await files.read(paths.progress);
    await change();
    if (backlog === null) await files.remove(paths.backlog);
    else await putBack(ctx, paths.backlog, backlog);
    if (progress !== null) await putBack(ctx, paths.progress, progress);
  };
  return (await files.stat(paths.root)) === null ? swap() : inBacklogSection(ports, paths, swap);
}

async function putBack(ctx: LoopContext, path: string, text: string): Promise<void> {
  if ((await ctx.ports.files.read(path)) === text) return;
  await atomicWrite(ctx.ports, path, text, { beside: besideOf(ctx.paths, path) });
}

/** Whose session made the commits. */
export interface Committer {
  readonly label: string;
  /** Null of a review. */
  readonly itemId: string | null;
  /** Of the subjects that could be taken for a proof. */
  readonly prefix: string;
  readonly isOwn: (subject: string) => boolean;
}

const byItem = (item: BacklogItem): Committer => ({
  label: `Item ${item.id}`,
  itemId: item.id,
  prefix: `${COMMIT_PREFIX} `,
  isOwn: (subject) => matchesItem(subject, item, { whole: false }),
});

/** Commits made by the agent: under another item's name they prove nothing, and history that vanished stops the run; gives what the agent did then. */
export async function noteNewCommits(
  ctx: LoopContext,
  by: Committer,
  before: GitHead,
): Promise<string | null> {
  const { git } = ctx.ports;
  if (before.commit !== null && !(await git.contains(ctx.repository, before.commit))) {
    const short = before.commit.slice(0, 12);
    ctx.run.halt = {
      reason: `The agent rewrote history: ${short} is no longer on ${ctx.plan.branch ?? "HEAD"}.`,
      // A reset to it would meet the backlog, which is never clean at this point.
      hints: [`git log ${short}`, `git branch dropped-${short} ${short}`],
    };
    return `the agent rewrote history; ${short} was dropped`;
  }
  const commits = await git.commitsSince(ctx.repository, before.commit, "");
  if (by.itemId !== null) {
    const known = ctx.run.commits.get(by.itemId) ?? [];
    ctx.run.commits.set(by.itemId, [...known, ...commits.map(({ hash }) => hash).toReversed()]);
  }
  const foreign = commits.filter(({ subject }) => subject.startsWith(by.prefix) && !by.isOwn(subject));
  if (foreign.length > 0) {
    for (const commit of foreign) ctx.note(`${by.label}: a foreign commit proves nothing: ${commit.subject}`);
    const known = ctx.run.state.foreignCommits ?? [];
    await saveState(ctx, { foreignCommits: [...known, ...foreign.map((commit) => commit.hash)] });
  }
  return null;
}

/** Spec, step 7: the item's commit is there and the tree is clean, so the work was done all the same. */
async function recoveredByCommit(ctx: LoopContext, item: BacklogItem): Promise<Verdict | null> {
  const proof = await findProof(ctx, item.id);
  if (proof === null || (await isDirty(ctx))) return null;
  return { kind: "promote", commit: proof };
}

/** The item's own commit since the run's baseline. */
export async function findProof(ctx: LoopContext, itemId: string): Promise<string | null> {
  const { baseCommitHash, foreignCommits } = ctx.run.state;
  const commits = await ctx.ports.git.commitsSince(ctx.repository, baseCommitHash, subjectPrefix(itemId));
  return commits.find((commit) => foreignCommits?.includes(commit.hash) !== true)?.hash ?? null;
}

/** Whether anything outside of the tool's own files is uncommitted; a repository inside of this one counts until somebody has been blocked for it. */
async function isDirty(ctx: LoopContext): Promise<boolean> {
  const { work, nested } = await workAtHand(ctx);
  return work.length > 0 || nested.some((path) => !ctx.run.excluded.includes(path));
}
