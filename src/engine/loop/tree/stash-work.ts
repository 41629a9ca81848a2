import { ownPaths } from "#core/git/own-paths";
import { COMMIT_PREFIX } from "#contracts/names";
import { ToolError } from "#contracts/error";
import type { LoopContext } from "#engine/loop/loop-context";
import type { StashRef } from "#engine/git-port";

/** No stash takes them and no item's commit may fail for them: whoever made them is through, blocked or not. */
export function leaveAlone(ctx: LoopContext, nested: readonly string[]): void {
  const found = nested.filter((path) => !ctx.run.excluded.includes(path));
  if (found.length === 0) return;
  ctx.run.excluded.push(...found);
  ctx.note(`Left alone, for they are repositories inside of this one: ${found.join(", ")}`);
}

/** Puts what an item left in the tree into a stash that bears its id, where that is anything; `keep`: paths from the top level that stay. A stash that fails halts the run: no other item may start on that tree. */
export async function stashWork(
  ctx: LoopContext,
  itemId: string,
  keep: readonly string[] = [],
): Promise<StashRef | null> {
  try {
    const { isOwn, beside: own } = ownPaths(ctx.paths, ctx.prefix);
    const { dirty, nested } = await ctx.ports.git.work(ctx.repository);
    leaveAlone(ctx, nested);
    if (dirty.every((entry) => isOwn(entry.path))) return null;
    return await ctx.ports.git.stash(ctx.repository, `${COMMIT_PREFIX} ${itemId}`, {
      exclude: [...own, ...keep],
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    ctx.run.halt = {
      reason: `The unfinished work of ${itemId} can't be stashed: ${error.reason ?? error.message}`,
      hints: ["git status"],
    };
    return null;
  }
}
