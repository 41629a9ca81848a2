import { maskSecrets } from "#core/text/mask-secrets";
import { blockItem, completeItem, promoteItem, requeueItem } from "#core/backlog/move-item";
import { leftBehindWords } from "#core/git/left-behind";
import { commitMessage } from "#core/git/commit-message";
import { afterSession } from "#core/loop/circuit-breaker";
import type { SessionExit } from "#core/loop/classify-exit";
import type { Verdict } from "#core/loop/settle-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { CommitOutcome } from "#engine/git-port";
import type { LoopContext } from "#engine/loop/loop-context";
import { keepIgnored } from "#engine/loop/tree/ignore-bookkeeping";
import { saveState, saveWithNext } from "#engine/loop/save-state";
import { settleInFile } from "#engine/loop/settle-in-file";
import { routeLimit } from "#engine/loop/route-limit";
import { stashWork } from "#engine/loop/tree/stash-work";

type Block = Extract<Verdict, { kind: "block" | "defer" }>;

/** Carries a verdict out: file, commit, state and event, in the order that a crash between any two can be mended. */
export async function applyVerdict(
  ctx: LoopContext,
  item: BacklogItem,
  verdict: Verdict,
  exit: SessionExit,
): Promise<void> {
  ctx.run.infraFailures = afterSession(ctx.run.infraFailures, verdict.kind);
  if (verdict.kind !== "limit") ctx.run.blindSleeps = 0;
  if (ctx.run.infraFailures === 0) ctx.run.infraWords = "";
  switch (verdict.kind) {
    case "complete":
      return complete(ctx, item, exit);
    case "promote":
      return promote(ctx, item, verdict.commit);
    case "block":
    case "defer":
      return block(ctx, item, verdict, exit);
    case "retry":
      return retry(ctx, item, verdict, exit);
    case "infra":
      ctx.run.infraWords = verdict.words;
      ctx.note(`Item ${item.id}: the agent failed at once, not counted: ${verdict.words}`);
      return requeue(ctx, item);
    case "limit":
      await requeue(ctx, item);
      return routeLimit(ctx, verdict.notice, exit.agentId);
    case "cancelled":
      return requeue(ctx, item);
  }
}

/** The word of done, then the commit that holds both the word and the work. */
async function complete(ctx: LoopContext, item: BacklogItem, exit: SessionExit): Promise<void> {
  const { git, clock } = ctx.ports;
  const completedAt = new Date(clock.now()).toISOString();
  const settled = await settleInFile(ctx, item, (one) => completeItem(one, completedAt));
  if (settled.destroyed !== null) return block(ctx, item, destroyedFile(settled.destroyed), exit);
  const message = commitMessage(settled.item);
  await keepIgnored(ctx);
  const outcome = await git.commitAll(ctx.repository, message, { exclude: ctx.run.excluded });
  if (outcome.kind === "failed") return notCommitted(ctx, item, outcome, exit);
  ctx.run.failedCommits = 0;
  if (ctx.plan.hasCommitHooks) await tidyAfterHook(ctx, item);
  const change = {
    completedItems: [...ctx.run.state.completedItems, item.id],
    currentItem: null,
    unfinishedItem: null,
    lastSignal: "clean",
  } as const;
  const { title } = settled.item;
  const stash = ctx.run.leftStash;
  saveWithNext(ctx, change, {
    type: "item_completed",
    itemId: item.id,
    title,
    commit: outcome.hash,
    ...(stash !== null && { stash }),
  });
}

/** Its work goes into a stash. What keeps one item after the other from being committed, a missing identity at once, ends the run: the night would be spent on stashes. */
async function notCommitted(
  ctx: LoopContext,
  item: BacklogItem,
  { words, nested, noIdentity }: Extract<CommitOutcome, { kind: "failed" }>,
  exit: SessionExit,
): Promise<void> {
  const { run, plan } = ctx;
  run.excluded.push(...nested);
  const [inner] = nested;
  const reason =
    inner === undefined
      ? `the commit failed: ${maskSecrets(words)}`
      : `the agent made a repository inside of this one, ${inner}; it was left in place`;
  run.failedCommits = inner === undefined ? run.failedCommits + 1 : 0;
  await block(ctx, item, { kind: "block", reason, needsHuman: false }, exit);
  if (run.halt !== null) return;
  const [first = ""] = maskSecrets(words).split("\n");
  if (noIdentity === true) {
    const hints = [`git config user.name "<your name>"`, `git config user.email "<your address>"`];
    run.halt = { reason: `git knows nobody to commit as: ${first}`, hints };
  } else if (run.failedCommits >= plan.breakerThreshold) {
    run.halt = { reason: `${run.failedCommits} commits in a row failed: ${first}`, hints: ["git commit"] };
  }
}

/** What a hook changed behind its own commit belongs to no item. */
async function tidyAfterHook(ctx: LoopContext, item: BacklogItem): Promise<void> {
  const { stash } = await stashWork(ctx, item.id);
  if (stash !== null) {
    ctx.note(`Item ${item.id}: what a commit hook left uncommitted is in a stash, "${stash.message}"`);
  }
}

async function promote(ctx: LoopContext, item: BacklogItem, commit: string): Promise<void> {
  const completedAt = new Date(ctx.ports.clock.now()).toISOString();
  const { item: settled } = await settleInFile(ctx, item, (one) => promoteItem(one, completedAt));
  await saveState(ctx, {
    completedItems: [...ctx.run.state.completedItems, item.id],
    currentItem: null,
    unfinishedItem: null,
    lastSignal: "clean",
  });
  ctx.emit({ type: "item_completed", itemId: item.id, title: settled.title, commit, recovered: true });
}

/** The work goes into a stash first: should we be killed between, the item is merely pending again and the stash bears its id. */
async function block(ctx: LoopContext, item: BacklogItem, verdict: Block, exit: SessionExit): Promise<void> {
  // Whatever it was going to be: unblocked, it begins anew.
  ctx.run.attempts.delete(item.id);
  const { run } = ctx;
  const { stash, stays } = run.halt === null ? await stashWork(ctx, item.id) : { stash: null, stays: [] };
  const left = leftBehindWords({
    stash: stash?.message ?? null,
    stays,
    commits: run.commits.get(item.id) ?? [],
    ownStash: run.leftStash,
  });
  const reason = `${verdict.reason}${left}`;
  run.commits.delete(item.id);
  const needsHuman = verdict.kind === "block" && verdict.needsHuman;
  const deferred = verdict.kind === "defer";
  await settleInFile(ctx, item, (one) => blockItem(one, { reason, needsHuman, deferred }));
  const list = deferred ? "deferredItems" : "blockedItems";
  await saveState(ctx, {
    [list]: [...run.state[list], item.id],
    currentItem: null,
    unfinishedItem: run.halt === null ? null : item.id,
    lastSignal: needsHuman ? "needs_human" : deferred ? "error" : "blocked",
  });
  // The agent's own commit, or the stash, may have changed what git ignores; a run that halts commits nothing more.
  if (run.halt === null) await keepIgnored(ctx);
  if (needsHuman) {
    ctx.emit({ type: "needs_human", itemId: item.id, reason });
    if (ctx.request.pauseOnNeedsHuman) run.askedBy = item.id;
    return;
  }
  const tails = deferred ? { stdoutTail: exit.stdoutTail, stderrTail: exit.stderrTail } : {};
  ctx.emit({
    type: "item_blocked",
    itemId: item.id,
    reason,
    ...tails,
    ...(deferred && { deferred }),
    ...(stash !== null && { stash: stash.hash }),
  });
}

async function retry(
  ctx: LoopContext,
  item: BacklogItem,
  verdict: Extract<Verdict, { kind: "retry" }>,
  exit: SessionExit,
): Promise<void> {
  const { destroyed } = await settleInFile(ctx, item, requeueItem);
  if (destroyed !== null) return block(ctx, item, destroyedFile(destroyed), exit);
  await saveState(ctx, { currentItem: null, unfinishedItem: item.id, lastSignal: "error" });
  ctx.emit({
    type: "item_retried",
    itemId: item.id,
    attempt: verdict.attempt,
    maxRetries: verdict.maxRetries,
    stdoutTail: exit.stdoutTail,
    stderrTail: exit.stderrTail,
  });
}

/** Back to pending with its work left in the tree for it; a pass that wasn't its fault isn't counted. */
async function requeue(ctx: LoopContext, item: BacklogItem): Promise<void> {
  await settleInFile(ctx, item, requeueItem);
  await saveState(ctx, {
    currentItem: null,
    unfinishedItem: item.id,
    lastSignal: "error",
    iteration: ctx.run.state.iteration - 1,
  });
}

/** Whether the agent did it or somebody's editor nobody can tell. */
const destroyedFile = (what: string): Block => ({
  kind: "block",
  reason: `backlog.json was destroyed during its session: ${what}`,
  needsHuman: false,
});
