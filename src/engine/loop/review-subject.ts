import { commitMessage } from "#core/git/commit-message";
import { emptyTreeLike } from "#core/git/empty-tree";
import { ITEM_SUBJECT_PREFIX } from "#core/git/reconcile";
import { foldLine } from "#core/text/fold-line";
import { ToolError } from "#contracts/error";
import { REVIEW_DIFF_READ_BYTES } from "#contracts/limits";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopContext } from "#engine/loop/loop-context";
import type { GitDiff } from "#engine/git-port";

/** What a review looks at. */
export interface ReviewSubject {
  readonly items: readonly BacklogItem[];
  /** Where the diff starts; null: nobody knows, and there is no diff. */
  readonly from: string | null;
  readonly diff: GitDiff;
  /** Why git can't tell what changed, else null. */
  readonly fault: string | null;
}

const NO_DIFF: GitDiff = { text: "", files: [] };

/** The items and what their work changed, read from git. */
export async function reviewSubject(ctx: LoopContext): Promise<ReviewSubject> {
  const items = reviewedItems(ctx);
  const none = { items, from: null, diff: NO_DIFF, fault: null };
  try {
    const from = ctx.request.reviewOnly ? await startOfAll(ctx, items) : await startOfRun(ctx);
    if (from === null) return none;
    const diff = await ctx.ports.git.diff(ctx.repository, from, "HEAD", REVIEW_DIFF_READ_BYTES);
    return { ...none, from, diff };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...none, fault: faultWords(error) };
  }
}

/** The sentence and its reason on one line. */
export const faultWords = ({ message, reason = "" }: ToolError): string => foldLine(`${message} ${reason}`);

/** Those completed in this run; of a run that only reviews, all that are done. */
function reviewedItems({ request, run }: LoopContext): BacklogItem[] {
  const done = run.backlog.items.filter((item) => item.status === "done");
  const completed = new Set(run.state.completedItems);
  return request.reviewOnly ? done : done.filter((item) => completed.has(item.id));
}

/** Never HEAD itself: a run that began before the first commit starts from nothing. */
async function startOfRun(ctx: LoopContext): Promise<string | null> {
  const baseline = ctx.run.state.baseCommitHash;
  if (baseline !== null) return baseline;
  const { commit } = await ctx.ports.git.head(ctx.repository);
  return commit === null ? null : emptyTreeLike(commit);
}

/** Before the oldest commit of the items; where none is found, the last run's baseline. */
async function startOfAll(ctx: LoopContext, items: readonly BacklogItem[]): Promise<string | null> {
  const { git } = ctx.ports;
  const subjects = new Set(items.map(commitMessage));
  const commits = await git.commitsSince(ctx.repository, null, ITEM_SUBJECT_PREFIX);
  const oldest = commits.findLast((commit) => subjects.has(commit.subject.trimEnd()));
  if (oldest !== undefined) {
    return (await git.parent(ctx.repository, oldest.hash)) ?? emptyTreeLike(oldest.hash);
  }
  const { earlierBaseline } = ctx.plan;
  if (earlierBaseline === null) return null;
  return (await git.contains(ctx.repository, earlierBaseline)) ? earlierBaseline : null;
}
