import { compareIds } from "#core/backlog/compare-ids";
import { dependencyCheck } from "#core/backlog/dependencies";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/**
 * The item that the loop takes next: the highest priority among the pending ones whose dependencies are all done,
 * ties by id. `preferred`, the item whose unfinished work is in the tree, goes first while it is eligible.
 */
export function selectItem(
  items: readonly BacklogItem[],
  archivedDone: ReadonlySet<string>,
  preferred: string | null = null,
): BacklogItem | null {
  const isDone = refersToOthers(items) ? dependencyCheck(items, archivedDone) : () => true;
  const isEligible = (item: BacklogItem): boolean =>
    item.status === "pending" && (item.dependsOn ?? []).every(isDone);
  let best: BacklogItem | null = null;
  for (const item of items) {
    if (item.id === preferred && isEligible(item)) return item;
    if ((best === null || byUrgency(item, best) < 0) && isEligible(item)) best = item;
  }
  return best;
}

/** Priority, then id. */
export const byUrgency = (a: BacklogItem, b: BacklogItem): number =>
  a.priority - b.priority || compareIds(a.id, b.id);

/** Whether an id is referenced that only the archive can tell of: without one the archive needn't be read. */
export function needsArchive(items: readonly BacklogItem[]): boolean {
  if (!refersToOthers(items)) return false;
  const known = new Set(items.map((item) => item.id));
  return items.some((item) => item.dependsOn?.some((id) => !known.has(id)));
}

/** Mostly nothing does: then no sets of all ids need be made. */
export const refersToOthers = (items: readonly BacklogItem[]): boolean =>
  items.some((item) => item.dependsOn !== undefined && item.dependsOn.length > 0);
