import { requeueItem } from "#core/backlog/move-item";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { findItem } from "#engine/operations/backlog/find-item";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
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
    const isMeant = ({ id, status }: BacklogItem): boolean =>
      status === "blocked" && (only === null || id === only.id);
    unblockedIds = backlog.items.filter(isMeant).map(({ id }) => id);
    if (unblockedIds.length === 0) return null;
    return { ...backlog, items: backlog.items.map((item) => (isMeant(item) ? requeueItem(item) : item)) };
  });
  return { unblockedIds };
}
