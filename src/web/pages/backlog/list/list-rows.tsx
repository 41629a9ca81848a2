import { PRIORITIES, STATUS_ORDER, type ItemStatus, type Priority } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ItemSort } from "#contracts/schema/routes/backlog-routes";
import { closestWord } from "#core/text/closest-word";
import type { BacklogView } from "#web/pages/backlog/backlog-view";

export interface GroupRow {
  readonly kind: "group";
  readonly key: string;
  readonly title: string;
  readonly count: number;
  /** Its bars stand before the title. */
  readonly priority?: Priority;
  /** Only the done ones fold. */
  readonly folded?: boolean;
}

export interface ItemListRow {
  readonly kind: "item";
  readonly key: string;
  readonly item: BacklogItem;
  /** Among the items that are shown, from 1. */
  readonly place: number;
}

export type ListRow = GroupRow | ItemListRow;

/** The items that the address asks for, in their order. */
export function filterView(
  sorted: readonly BacklogItem[],
  view: Pick<BacklogView, "text" | "types" | "statuses" | "priorities">,
): readonly BacklogItem[] {
  const { types, statuses, priorities } = view;
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  return sorted.filter(
    (item) =>
      (types.length === 0 || types.includes(item.type)) &&
      (statuses.length === 0 || statuses.includes(item.status)) &&
      (priorities.length === 0 || priorities.includes(item.priority)) &&
      (words.length === 0 || hasWords(item, words)),
  );
}

const hays = new WeakMap<BacklogItem, string>();

/** Every word, somewhere in id, title or description. */
function hasWords(item: BacklogItem, words: readonly string[]): boolean {
  let hay = hays.get(item);
  if (hay === undefined) {
    hay = `${item.id} ${item.title} ${item.description}`.toLowerCase();
    hays.set(item, hay);
  }
  return words.every((word) => hay.includes(word));
}

/** Whether an item is among those of one of the four words beside the filter. */
export function isShown(item: BacklogItem, shown: BacklogView["shown"]): boolean {
  switch (shown) {
    case "all":
      return true;
    case "open":
      return item.status !== "done";
    case "stuck":
      return item.status === "blocked";
    case "done":
      return item.status === "done";
  }
}

/** Groups by the order; the done ones at the end, folded until `doneOpen`. Found items are in order already. */
export function listRows(
  found: readonly BacklogItem[],
  { shown, sort }: Pick<BacklogView, "shown" | "sort">,
  doneOpen: boolean,
): readonly ListRow[] {
  const open = found.filter((item) => item.status !== "done" && isShown(item, shown));
  const done = shown === "stuck" ? [] : found.filter((item) => item.status === "done");
  const rows: ListRow[] = [];
  let place = 0;
  const add = (items: readonly BacklogItem[]) => {
    for (const item of items) {
      place += 1;
      rows.push({ kind: "item", key: item.id, item, place });
    }
  };
  for (const { head, items } of shown === "done" ? [] : groupsOf(open, sort)) {
    if (head !== null) rows.push({ ...head, kind: "group", count: items.length });
    add(items);
  }
  if (done.length > 0) {
    rows.push({ kind: "group", key: "done", title: "Done", count: done.length, folded: !doneOpen });
    if (doneOpen) add(done);
  }
  return rows;
}

interface Group {
  /** Null: a list without heads. */
  readonly head: Pick<GroupRow, "key" | "title" | "priority"> | null;
  readonly items: readonly BacklogItem[];
}

const STATUS_TITLES: Readonly<Record<ItemStatus, string>> = {
  in_progress: "In progress",
  blocked: "Stuck",
  pending: "Pending",
  done: "Done",
};

function groupsOf(open: readonly BacklogItem[], sort: ItemSort): readonly Group[] {
  switch (sort) {
    case "id":
      return [{ head: null, items: open }];
    case "status":
      return STATUS_ORDER.map((status) => ({
        head: { key: `group-${status}`, title: STATUS_TITLES[status] },
        items: open.filter((item) => item.status === status),
      })).filter(({ items }) => items.length > 0);
    case "priority":
      return PRIORITIES.map((priority) => ({
        head: { key: `group-${priority}`, title: `Priority ${priority}`, priority },
        items: open.filter((item) => item.priority === priority),
      })).filter(({ items }) => items.length > 0);
  }
}

const WORDS_TRIED = 4_000;

/** The word of a title that was probably meant by one that no item has. */
export function meantWord(items: readonly BacklogItem[], text: string): string | null {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < 3 || /\s/.test(wanted)) return null;
  const near = new Set<string>();
  for (const { title } of items) {
    for (const word of title.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
      if (Math.abs(word.length - wanted.length) <= 2) near.add(word);
      if (near.size >= WORDS_TRIED) return closestWord(wanted, near);
    }
  }
  return closestWord(wanted, near);
}
