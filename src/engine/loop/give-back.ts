import { requeueItem } from "#core/backlog/move-item";
import { findProof } from "#engine/loop/tree/inspect-work";
import type { LoopContext } from "#engine/loop/loop-context";
import { settleInFile } from "#engine/loop/settle-in-file";

/** Pending again, also when the file says done and the commit didn't come. Gives the id where that couldn't be settled: state.json then tells the next start. Never throws. */
export async function giveBack(ctx: LoopContext, id: string): Promise<string | null> {
  const known = ctx.run.backlog.items.find((item) => item.id === id);
  if (known === undefined) return null;
  const committed = await findProof(ctx, id).then(
    (commit) => commit !== null,
    () => null,
  );
  let unknown = false;
  try {
    await settleInFile(ctx, known, (item) => {
      unknown = item.status === "done" && committed === null;
      const isWord = item.status === "done" && committed === false;
      return item.status === "in_progress" || isWord ? requeueItem(item) : item;
    });
    return unknown ? id : null;
  } catch {
    return id;
  }
}
