import { ownPaths } from "#core/git/own-paths";
import { COMMIT_PREFIX } from "#contracts/names";
import { ToolError } from "#contracts/error";
import type { LoopContext } from "#engine/loop/loop-context";
import { workAtHand } from "#engine/loop/tree/work-at-hand";
import type { StashRef } from "#engine/git-port";

/** No stash takes them and no item's commit may fail for them: whoever made them is through, blocked or not. */
export function leaveAlone(ctx: LoopContext, nested: readonly string[]): void {
  const found = nested.filter((path) => !ctx.run.excluded.includes(path));
  if (found.length === 0) return;
  ctx.run.excluded.push(...found);
  ctx.note(`Left alone, for they are repositories inside of this one: ${found.join(", ")}`);
}

/** What became of the work that an item left in the tree. */
export interface PutAside {
  readonly stash: StashRef | null;
  /** Its work in the state directory, which no stash takes. */
  readonly stays: readonly string[];
}

/** Puts what an item left in the tree into a stash that bears its id, where that is anything; `keep`: paths from the top level that stay. A stash that fails halts the run: no other item may start on that tree. */
export async function stashWork(
  ctx: LoopContext,
  itemId: string,
  keep: readonly string[] = [],
): Promise<PutAside> {
  try {
    const { work, others, stays, nested } = await workAtHand(ctx);
    leaveAlone(ctx, nested);
    if (work.length === 0) return { stash: null, stays };
    const exclude = [...ownPaths(ctx.paths, ctx.prefix).kept, ...others, ...keep];
    const stash = await ctx.ports.git.stash(ctx.repository, `${COMMIT_PREFIX} ${itemId}`, { exclude });
    return { stash, stays };
  } catch (error) {
    // Git was stopped under us: that says nothing of the work, and the item is as it was.
    if (!(error instanceof ToolError) || ctx.hurry.cause !== null) throw error;
    ctx.run.halt = {
      reason: `The unfinished work of ${itemId} can't be stashed: ${error.reason ?? error.message}`,
      hints: ["git status"],
    };
    return { stash: null, stays: [] };
  }
}
