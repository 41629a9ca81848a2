import { matchesItem } from "#core/git/commit-message";
import { isOwnPath } from "#core/git/own-paths";
import type { Verdict } from "#core/loop/settle-item";
import { COMMIT_PREFIX } from "#contracts/names";
import { ToolError } from "#contracts/error";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";
import { stashWork } from "#engine/loop/stash-work";
import type { GitHead } from "#engine/ports";

/** What the session did to git, and what that makes of its verdict. On the way of a plain done nothing is spawned. */
export async function inspectWork(
  ctx: LoopContext,
  item: BacklogItem,
  verdict: Verdict,
  before: GitHead,
): Promise<Verdict> {
  const { git } = ctx.ports;
  const operation = await git.operationUnderWay(ctx.repository);
  if (operation !== null) return haltOnOperation(ctx, verdict, operation);
  const after = await git.head(ctx.repository);
  if (after.branch !== ctx.plan.branch) {
    const blocked = await returnToBranch(ctx, item, after);
    return verdict.kind === "cancelled" ? verdict : blocked;
  }
  if (after.commit !== before.commit) {
    const lost = await noteNewCommits(ctx, item, before);
    if (lost !== null) return lost;
  }
  if (verdict.kind === "complete") return verdict;
  return (await recoveredByCommit(ctx, item)) ?? verdict;
}

function haltOnOperation(ctx: LoopContext, verdict: Verdict, operation: string): Verdict {
  const abort = `git ${operation} --abort`;
  ctx.run.halt = {
    reason: `The agent left a ${operation} unfinished.`,
    hints: ["git status", abort],
  };
  if (verdict.kind === "cancelled") return verdict;
  return { kind: "block", reason: `the agent left a ${operation} unfinished`, needsHuman: false };
}

async function returnToBranch(ctx: LoopContext, item: BacklogItem, after: GitHead): Promise<Verdict> {
  const home = ctx.plan.branch ?? "";
  const away = after.branch === null ? "detached HEAD" : `switched to the branch ${after.branch}`;
  await stashWork(ctx, item.id);
  if (ctx.run.halt === null) {
    try {
      await ctx.ports.git.switchBranch(ctx.repository, home);
    } catch (error) {
      const words = error instanceof ToolError ? (error.reason ?? error.message) : String(error);
      ctx.run.halt = {
        reason: `The branch ${home} can't be restored: ${words}`,
        hints: [`git switch ${home}`],
      };
    }
  }
  return { kind: "block", reason: `the agent ${away}; ${home} is restored`, needsHuman: false };
}

/** Commits made by the agent: under another item's name they prove nothing, and history that vanished stops the run. */
async function noteNewCommits(ctx: LoopContext, item: BacklogItem, before: GitHead): Promise<Verdict | null> {
  const { git } = ctx.ports;
  if (before.commit !== null && !(await git.contains(ctx.repository, before.commit))) {
    const short = before.commit.slice(0, 12);
    ctx.run.halt = {
      reason: `The agent rewrote history: ${short} is no longer on ${ctx.plan.branch ?? "HEAD"}.`,
      hints: [`git log ${short}`, `git reset --keep ${short}`],
    };
    return { kind: "block", reason: `the agent rewrote history; ${short} was dropped`, needsHuman: false };
  }
  const commits = await git.commitsSince(ctx.repository, before.commit, `${COMMIT_PREFIX} `);
  const foreign = commits.filter((commit) => !matchesItem(commit.subject, item, { whole: false }));
  if (foreign.length > 0) {
    for (const commit of foreign)
      ctx.note(`Item ${item.id}: a foreign commit proves nothing: ${commit.subject}`);
    const known = ctx.run.state.foreignCommits ?? [];
    await saveState(ctx, { foreignCommits: [...known, ...foreign.map((commit) => commit.hash)] });
  }
  return null;
}

/** Spec, step 7: the item's commit is there and the tree is clean, so the work was done all the same. */
async function recoveredByCommit(ctx: LoopContext, item: BacklogItem): Promise<Verdict | null> {
  const baseline = ctx.run.state.baseCommitHash;
  const commits = await ctx.ports.git.commitsSince(ctx.repository, baseline, `${COMMIT_PREFIX} ${item.id}:`);
  const foreign = ctx.run.state.foreignCommits ?? [];
  const proof = commits.find((commit) => !foreign.includes(commit.hash));
  if (proof === undefined || (await isDirty(ctx))) return null;
  return { kind: "promote", commit: proof.hash };
}

/** Whether anything outside of the tool's own files is uncommitted. */
export async function isDirty(ctx: LoopContext): Promise<boolean> {
  const entries = await ctx.ports.git.status(ctx.repository);
  return entries.some((entry) => !isOwnPath(entry.path));
}
