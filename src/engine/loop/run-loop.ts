import { needsArchive, selectItem } from "#core/backlog/select-item";
import { nextStep, type LoopFacts, type Step } from "#core/loop/next-step";
import { pauseMs } from "#core/loop/circuit-breaker";
import { MAX_NO_OP_PASSES } from "#contracts/limits";
import type { Backlog } from "#contracts/schema/backlog";
import type { LoopContext } from "#engine/loop/loop-context";
import { runIteration } from "#engine/loop/run-iteration";
import { runReview } from "#engine/loop/run-review";
import { saveWhatWaits } from "#engine/loop/save-state";
import { checkUsage } from "#engine/loop/check-usage";
import { sleepForLimit } from "#engine/loop/sleep-for-limit";
import { readArchivedDone } from "#engine/stores/archive-store";
import { readBacklog } from "#engine/stores/backlog-store";
import { pastSaving } from "#engine/stores/past-saving";

type EndStep = Extract<Step, { kind: "end" }>;

/** Passes until a decision ends them; the spec's main loop. */
export async function runLoop(ctx: LoopContext): Promise<EndStep> {
  for (;;) {
    await checkUsage(ctx);
    const step = nextStep(await gatherFacts(ctx));
    if (step.kind === "sleep" || step.kind === "review") await saveWhatWaits(ctx);
    switch (step.kind) {
      case "iterate":
        await pauseAfterFailure(ctx);
        if (ctx.cancel.cause === null) await runIteration(ctx, step.itemId);
        break;
      case "sleep":
        await sleepForLimit(ctx, step);
        break;
      case "review":
        await runReview(ctx);
        break;
      case "end":
        return step;
    }
  }
}

async function gatherFacts(ctx: LoopContext): Promise<LoopFacts> {
  const { run, plan } = ctx;
  const stopped = ctx.cancel.cause !== null || run.halt !== null;
  const next = stopped || ctx.request.reviewOnly ? null : await findNext(ctx);
  return {
    cancelled: ctx.cancel.cause !== null,
    halt: run.halt?.reason ?? null,
    askedBy: run.askedBy,
    limit: run.limit,
    infraFailures: run.infraFailures,
    breakerThreshold: plan.breakerThreshold,
    idlePasses: run.idlePasses,
    idlePassLimit: MAX_NO_OP_PASSES,
    iteration: run.state.iteration,
    maxIterations: plan.maxIterations,
    nextItem: next,
    review: reviewFact(ctx),
  };
}

/** What a review created is left to the same loop and its budget; after it there is no other. */
function reviewFact(ctx: LoopContext): LoopFacts["review"] {
  const { request, run } = ctx;
  if (run.review !== null) return "done";
  const worthIt = request.reviewOnly
    ? run.backlog.items.some((item) => item.status === "done")
    : request.review && run.state.completedItems.length > 0;
  return worthIt ? "due" : "off";
}

/** Reads the backlog afresh: whatever a person added or changed since counts from here on. */
async function findNext(ctx: LoopContext): Promise<string | null> {
  let looks = 0;
  const look = async (): Promise<Backlog> => {
    if (looks > 0) await saveWhatWaits(ctx);
    looks += 1;
    return readBacklog(ctx.ports, ctx.paths);
  };
  const backlog = await pastSaving(ctx.ports, ctx.paths, look, ctx.cancel);
  ctx.run.backlog = backlog;
  const archived = needsArchive(backlog.items)
    ? (await readArchivedDone(ctx.ports, ctx.paths)).ids
    : new Set<string>();
  return selectItem(backlog.items, archived, ctx.run.state.unfinishedItem ?? null)?.id ?? null;
}

/** Failures at once are not hammered on: 1 s, 5 s, doubling to a minute. */
async function pauseAfterFailure(ctx: LoopContext): Promise<void> {
  if (ctx.run.infraFailures === 0) return;
  await ctx.ports.clock.sleep(pauseMs(ctx.run.infraFailures), ctx.cancel);
}
