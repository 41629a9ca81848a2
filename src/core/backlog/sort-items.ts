import { compareIds } from "#core/backlog/compare-ids";
import { loopOrder } from "#core/backlog/loop-order";
import { byUrgency } from "#core/backlog/select-item";
import { STATUS_ORDER } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** `loop`: as the loop would take them, for people · the others are the API's. */
export type ItemOrder = "loop" | "priority" | "id" | "status";

/** The items in the given order; a new list. */
export function sortItems(items: readonly BacklogItem[], order: ItemOrder): BacklogItem[] {
  switch (order) {
    case "loop":
      return asLoopTakesThem(items);
    case "priority":
      return [...items].sort(byUrgency);
    case "id":
      return [...items].sort((a, b) => compareIds(a.id, b.id));
    case "status":
      return [...items].sort((a, b) => statusRank(a) - statusRank(b) || byUrgency(a, b));
  }
}

/** Running first, then what the loop will take, then what waits for a person or was given up, then done. */
function asLoopTakesThem(items: readonly BacklogItem[]): BacklogItem[] {
  const of = (status: BacklogItem["status"]): BacklogItem[] => items.filter((item) => item.status === status);
  return [
    ...of("in_progress").sort(byUrgency),
    ...loopOrder(items),
    ...of("blocked").sort((a, b) => blockRank(a) - blockRank(b) || byUrgency(a, b)),
    ...of("done").sort((a, b) => compareIds(a.id, b.id)),
  ];
}

const statusRank = (item: BacklogItem): number => STATUS_ORDER.indexOf(item.status);

const blockRank = (item: BacklogItem): number =>
  item.needsHuman === true ? 0 : item.deferred === true ? 2 : 1;
