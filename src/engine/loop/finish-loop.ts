import type { Step } from "#core/loop/next-step";
import { summarize } from "#core/backlog/summarize";
import { loopExit, reviewExit } from "#core/status/exit-code";
import type { LoopStatus } from "#contracts/loop-states";
import type { LoopResult } from "#contracts/schema/loop-options";
import type { LoopContext, ReviewOutcome } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { writeDone } from "#engine/stores/control-files";
import { readBacklogOrNull } from "#engine/stores/backlog-store";

/** How a run ended, with what its summary needs. */
export interface LoopOutcome {
  readonly status: LoopStatus;
  readonly exitCode: number;
  readonly result: LoopResult;
  readonly error: {
    readonly reason: string;
    readonly words: string;
    readonly hints: readonly string[];
  } | null;
  readonly baseline: string | null;
  readonly branch: string | null;
  readonly sessions: number;
  readonly durationMs: number;
  readonly sleptMs: number;
  readonly askedBy: string | null;
  /** Null when none ran. */
  readonly review: ReviewOutcome | null;
}

/** Writes the end of a run everywhere it shows: state, DONE, the last event. An item that couldn't be settled is named for the next start. */
export async function finishLoop(
  ctx: LoopContext,
  step: Extract<Step, { kind: "end" }>,
  unsettled: string | null = null,
): Promise<LoopOutcome> {
  const { run, ports } = ctx;
  const { status } = step;
  const halt = run.limit?.kind === "halt" ? run.limit : null;
  const sleepUntil = halt === null || halt.untilMs === null ? null : new Date(halt.untilMs).toISOString();
  await saveState(ctx, { status, currentItem: unsettled, error: step.error, sleepUntil });
  await writeDone(ports, ctx.paths, status);
  emitEnd(ctx, step);
  // The run has ended already: a file that somebody is writing just now can't change how.
  const backlog = (await readBacklogOrNull(ports, ctx.paths).catch(() => null)) ?? run.backlog;
  run.backlog = backlog;
  const counts = summarize(backlog.items);
  return {
    status,
    exitCode: ctx.request.reviewOnly
      ? reviewExit({ status, summary: counts, failed: run.review?.kind === "failed" })
      : loopExit({ status, summary: counts }),
    result: resultOf(ctx, status),
    error:
      step.error === null
        ? null
        : { reason: step.error, words: run.infraWords, hints: run.halt?.hints ?? [] },
    baseline: run.state.baseCommitHash,
    branch: ctx.plan.branch,
    sessions: run.sessions,
    durationMs: Math.max(0, ports.clock.now() - run.startedMs),
    sleptMs: run.sleptMs,
    askedBy: run.askedBy,
    review: run.review,
  };
}

function resultOf(ctx: LoopContext, status: LoopStatus): LoopResult {
  const { state } = ctx.run;
  return {
    completedCount: state.completedItems.length,
    blockedCount: state.blockedItems.length + state.deferredItems.length,
    cancelled: status === "paused",
    status,
    ...reviewFields(ctx.run.review),
  };
}

function reviewFields(review: ReviewOutcome | null): Partial<LoopResult> {
  if (review === null) return {};
  if (review.kind === "failed") return { reviewFailure: review.reason };
  const created = review.itemIds.length;
  return { ...(created > 0 && { reviewItemsCreated: created }), reviewSummary: review.summary };
}

function emitEnd(ctx: LoopContext, step: Extract<Step, { kind: "end" }>): void {
  const { run } = ctx;
  switch (step.status) {
    case "paused":
      return ctx.emit({ type: "loop_cancelled" });
    case "error":
      return ctx.emit({ type: "loop_error", error: lastWords(step.error ?? "", run.infraWords) });
    case "paused_human":
      return ctx.emit({ type: "loop_paused", reason: "needs_human", itemId: run.askedBy ?? "" });
    case "complete":
    case "limit_reached":
      return emitCompleted(ctx, step.status);
    default:
      return undefined;
  }
}

function emitCompleted(ctx: LoopContext, status: LoopStatus): void {
  const { state, backlog } = ctx.run;
  const asked = backlog.items.filter(
    (item) => item.needsHuman === true && state.blockedItems.includes(item.id),
  );
  const { completedCount, blockedCount } = resultOf(ctx, status);
  ctx.emit({
    type: "loop_completed",
    completedCount,
    blockedCount,
    ...(asked.length === 0 ? {} : { needsHumanCount: asked.length }),
    status,
    maxIterations: ctx.plan.maxIterations,
  });
}

const lastWords = (reason: string, words: string): string => (words === "" ? reason : `${reason}: ${words}`);
