import { requeueItem } from "#core/backlog/move-item";
import { requeueItems } from "#core/backlog/requeue-items";
import type { BacklogPaths } from "#contracts/paths";
import { findItem } from "#engine/operations/find-item";
import { refuseLiveLoop } from "#engine/operations/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";

export interface Unblocked {
  readonly unblockedIds: readonly string[];
}

/** Puts one blocked item, or without an id all of them, back to pending; that none is blocked is no fault. */
export async function unblockItems(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly id: string | null },
): Promise<Unblocked> {
  await refuseLiveLoop(ports, paths, "unblock");
  const { items } = await readBacklog(ports, paths);
  const only = input.id === null ? null : await findItem(ports, paths, items, input.id);
  let unblockedIds: readonly string[] = [];
  await editBacklog(ports, paths, (backlog) => {
    const blocked = requeueItems(backlog.items, "unblock");
    unblockedIds = only === null ? blocked : blocked.filter((id) => id === only.id);
    if (unblockedIds.length === 0) return null;
    const chosen = new Set(unblockedIds);
    return {
      ...backlog,
      items: backlog.items.map((item) => (chosen.has(item.id) ? requeueItem(item) : item)),
    };
  });
  return { unblockedIds };
}
