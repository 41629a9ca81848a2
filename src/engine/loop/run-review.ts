import { createReviewItems } from "#core/backlog/create-review-items";
import { settleReview, type ReviewVerdict } from "#core/loop/settle-review";
import { ToolError } from "#contracts/error";
import { REVIEW_ATTEMPTS } from "#contracts/limits";
import type { ReviewPayload } from "#contracts/schema/agent-signal";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { chooseAgent } from "#engine/loop/choose-agent";
import { emitSignal } from "#engine/loop/session/emit-signal";
import type { LoopContext } from "#engine/loop/loop-context";
import { faultWords, reviewSubject, type ReviewSubject } from "#engine/loop/review-subject";
import { routeLimit } from "#engine/loop/route-limit";
import { runSession } from "#engine/loop/session/run-session";
import { saveState } from "#engine/loop/save-state";
import { withoutTakingBack, writeBacklog } from "#engine/loop/settle-in-file";
import { lookAtTree, tidyReview } from "#engine/loop/tree/tidy-review";
import { writeReviewPrompt } from "#engine/loop/session/write-prompt";
import { readArchivedDone } from "#engine/stores/archive-store";

/** One session over what was done, whose findings become items. Its failure never ends the run. Spec: Review pass. */
export async function runReview(ctx: LoopContext): Promise<void> {
  ctx.run.reviewAttempts += 1;
  const subject = await reviewSubject(ctx);
  const files = subject.from === null ? null : subject.diff.files.length;
  const review = { items: subject.items.length, files };
  await saveState(ctx, { status: "reviewing", currentItem: null, review });
  announce(ctx, subject);
  try {
    await conclude(ctx, await runReviewer(ctx, subject));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    fail(ctx, faultWords(error));
  }
}

function announce(ctx: LoopContext, { items, from, diff }: ReviewSubject): void {
  ctx.emit({
    type: "review_started",
    completedItemIds: items.map((item) => item.id),
    ...(from !== null && {
      files: diff.files.length,
      linesAdded: sum(diff.files.map(({ added }) => added)),
      linesRemoved: sum(diff.files.map(({ removed }) => removed)),
    }),
  });
}

const sum = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0);

async function runReviewer(ctx: LoopContext, subject: ReviewSubject): Promise<ReviewVerdict> {
  if (subject.fault !== null) return { kind: "failed", reason: subject.fault };
  const agent = chooseAgent(ctx, null);
  const before = await lookAtTree(ctx);
  const prompt = await writeReviewPrompt(ctx, subject);
  const exit = await runSession(ctx, { itemId: null, agent, prompt });
  emitSignal(ctx, "", exit);
  await tidyReview(ctx, before);
  return settleReview(exit);
}

async function conclude(ctx: LoopContext, verdict: ReviewVerdict): Promise<void> {
  const created = await addFindings(ctx, verdict.kind === "issues" ? verdict.payload : null);
  switch (verdict.kind) {
    case "issues":
      return complete(ctx, created, verdict.payload.summary);
    case "no-issues":
      return complete(ctx, [], "No issues.");
    case "failed":
      return fail(ctx, verdict.reason);
    case "cancelled":
      return undefined;
    case "limit":
      routeLimit(ctx, verdict.notice);
      if (ctx.run.limit?.kind === "halt") return fail(ctx, "the usage limit of the agent is reached");
      if (ctx.run.reviewAttempts < REVIEW_ATTEMPTS) return undefined;
      ctx.run.limit = null;
      return fail(ctx, "the usage limit of the agent was met again after the wait");
  }
}

/** All in one write, on the backlog as it is by now; with no findings it is only seen to that the reviewer left the file whole. */
async function addFindings(ctx: LoopContext, payload: ReviewPayload | null): Promise<readonly BacklogItem[]> {
  const { ids: archivedIds } =
    payload === null ? { ids: new Set<string>() } : await readArchivedDone(ctx.ports, ctx.paths);
  const reviewBatch = new Date(ctx.ports.clock.now()).toISOString();
  const { verify } = ctx.marker.profile;
  let created: readonly BacklogItem[] = [];
  await writeBacklog(ctx, async (current) => {
    const isAsLeft = JSON.stringify(current) === JSON.stringify(ctx.run.backlog);
    const backlog = isAsLeft ? current : await withoutTakingBack(ctx, current);
    if (payload === null) return backlog === current ? null : backlog;
    created = createReviewItems(payload.items, { items: backlog.items, archivedIds, verify, reviewBatch });
    return { ...backlog, items: [...backlog.items, ...created] };
  });
  return created;
}

function complete(ctx: LoopContext, created: readonly BacklogItem[], summary: string): void {
  const itemIds = created.map((item) => item.id);
  ctx.run.review = { kind: "completed", itemIds, summary };
  ctx.emit({ type: "review_completed", itemsCreated: itemIds.length, summary, itemIds });
}

function fail(ctx: LoopContext, reason: string): void {
  ctx.run.review = { kind: "failed", reason };
  ctx.emit({ type: "review_failed", reason });
}
