import { ownPaths } from "#core/git/own-paths";
import { COMMIT_PREFIX } from "#contracts/names";
import { ToolError } from "#contracts/error";
import type { LoopContext } from "#engine/loop/loop-context";
import type { StashRef } from "#engine/git-port";

/** Puts what an item left in the tree into a stash that bears its id; `keep`: paths from the top level that stay. A stash that fails halts the run: no other item may start on that tree. */
export async function stashWork(
  ctx: LoopContext,
  itemId: string,
  keep: readonly string[] = [],
): Promise<StashRef | null> {
  try {
    const own = ownPaths(ctx.paths, ctx.prefix).beside;
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
