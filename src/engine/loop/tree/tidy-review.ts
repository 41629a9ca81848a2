import { COMMIT_PREFIX } from "#contracts/names";
import {
  haltOnOperation,
  noteNewCommits,
  returnToBranch,
  type Committer,
} from "#engine/loop/tree/inspect-work";
import type { LoopContext } from "#engine/loop/loop-context";
import { leaveAlone, stashWork } from "#engine/loop/tree/stash-work";
import { workAtHand } from "#engine/loop/tree/work-at-hand";
import type { GitHead } from "#engine/git-port";

/** The work tree as a reviewer found it. */
export interface TreeBefore {
  readonly head: GitHead;
  /** Somebody's uncommitted work: none of the reviewer's, and never put away for it. */
  readonly dirty: readonly string[];
}

/** The stash and the log call it by this name. */
const WHO = "review";
const BY_REVIEW: Committer = { label: "Review", itemId: null, prefix: "", isOwn: () => false };

export async function lookAtTree(ctx: LoopContext): Promise<TreeBefore> {
  return { head: await ctx.ports.git.head(ctx.repository), dirty: await dirtyPaths(ctx) };
}

/** A reviewer changes nothing: what it did to the repository all the same is undone, put aside or told. Its findings stand. */
export async function tidyReview(ctx: LoopContext, before: TreeBefore): Promise<void> {
  const { git } = ctx.ports;
  const operation = await git.operationUnderWay(ctx.repository);
  if (operation !== null) return haltOnOperation(ctx, operation);
  const after = await git.head(ctx.repository);
  if (after.branch !== ctx.plan.branch) {
    ctx.note(`Review: the agent left the branch; ${ctx.plan.branch ?? "HEAD"} is restored`);
    await returnToBranch(ctx, WHO, before.dirty);
    if (ctx.run.halt === null) await noteNewCommits(ctx, BY_REVIEW, before.head);
    return;
  }
  if (after.commit !== before.head.commit) {
    if ((await noteNewCommits(ctx, BY_REVIEW, before.head)) !== null) return;
  }
  const known = new Set(before.dirty);
  const left = (await dirtyPaths(ctx)).filter((path) => !known.has(path));
  if (left.length === 0) return;
  const { stash } = await stashWork(ctx, WHO, before.dirty);
  if (stash === null) return;
  ctx.note(`Review: what it left uncommitted is in a stash, "${COMMIT_PREFIX} ${WHO}"`);
}

async function dirtyPaths(ctx: LoopContext): Promise<readonly string[]> {
  const { work, nested } = await workAtHand(ctx);
  leaveAlone(ctx, nested);
  return work;
}
