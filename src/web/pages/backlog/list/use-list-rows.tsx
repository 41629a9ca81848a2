import { useDeferredValue, useMemo, useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sortItems } from "#core/backlog/sort-items";
import { SHOWN, type BacklogView, type Shown } from "#web/pages/backlog/backlog-view";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { filterView, isShown, listRows, type ListRow } from "#web/pages/backlog/list/list-rows";

export interface ShownRows {
  readonly rows: readonly ListRow[];
  /** Of the items among them. */
  readonly ids: readonly string[];
  /** What the filter lets through, whether it is folded or not. */
  readonly found: readonly BacklogItem[];
  /** Beside the four words. */
  readonly counts: Readonly<Record<Shown, number>>;
  readonly foldDone: () => void;
}

/** What the address asks for, as rows; the typed text may lag behind by a key, so that the key itself is shown at once. */
export function useListRows(facts: BacklogFacts, view: BacklogView, typed: string): ShownRows {
  const text = useDeferredValue(typed);
  const [wanted, want] = useState<boolean | null>(null);
  const { sort, shown, types, statuses, priorities } = view;
  const sorted = useMemo(() => sortItems(facts.items, sort), [facts, sort]);
  const found = useMemo(
    () => filterView(sorted, { text, types, statuses, priorities }),
    [sorted, text, types, statuses, priorities],
  );
  const counts = useMemo(() => countShown(found), [found]);
  const doneOpen = wanted ?? (shown !== "open" || (found.length < sorted.length && counts.open === 0));
  const rows = useMemo(() => listRows(found, { shown, sort }, doneOpen), [found, shown, sort, doneOpen]);
  const ids = useMemo(() => rows.flatMap((row) => (row.kind === "item" ? row.item.id : [])), [rows]);
  return { rows, ids, found, counts, foldDone: () => want(!doneOpen) };
}

function countShown(found: readonly BacklogItem[]): Readonly<Record<Shown, number>> {
  const counts = { all: 0, open: 0, stuck: 0, done: 0 };
  for (const item of found) for (const one of SHOWN) if (isShown(item, one)) counts[one] += 1;
  return counts;
}
