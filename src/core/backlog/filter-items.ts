import type { ItemStatus, ItemType } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface ItemFilter {
  readonly status?: ItemStatus | undefined;
  readonly type?: ItemType | undefined;
}

/** The items that match every given criterion, in their order. */
export function filterItems(items: readonly BacklogItem[], filter: ItemFilter): BacklogItem[] {
  return items.filter(
    (item) =>
      (filter.status === undefined || item.status === filter.status) &&
      (filter.type === undefined || item.type === filter.type),
  );
}
