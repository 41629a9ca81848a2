import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import {
  ITEM_STATUSES,
  ITEM_TYPES,
  PRIORITIES,
  type ItemStatus,
  type ItemType,
  type Priority,
} from "#contracts/item-rules";
import type { ItemSort } from "#contracts/schema/routes/backlog-routes";
import { writeSearch, type BacklogSearch } from "#web/app/search";

export const SHOWN = ["all", "open", "stuck", "done"] as const;
export type Shown = (typeof SHOWN)[number];

export const SORTS: Readonly<Record<ItemSort, string>> = {
  priority: "By priority",
  id: "By id",
  status: "By status",
};

const MODES = ["list", "graph", "archive"] as const;
export type BacklogMode = (typeof MODES)[number];

/** The item that is being written has no id yet. */
export const NEW_ITEM = "new";

/** What the address says, with the defaults; words that mean nothing are left aside. */
export interface BacklogView {
  readonly text: string;
  readonly shown: Shown;
  readonly types: readonly ItemType[];
  readonly statuses: readonly ItemStatus[];
  readonly priorities: readonly Priority[];
  readonly sort: ItemSort;
  readonly mode: BacklogMode;
  /** The item in the panel, or NEW_ITEM. */
  readonly open: string | null;
}

export function readView(search: BacklogSearch): BacklogView {
  return {
    text: search.q ?? "",
    shown: oneOf(SHOWN, search.show) ?? "open",
    types: someOf(ITEM_TYPES, search.type),
    statuses: someOf(ITEM_STATUSES, search.status),
    priorities: someOf(PRIORITIES, search.priority),
    sort: oneOf(Object.keys(SORTS) as ItemSort[], search.sort) ?? "priority",
    mode: oneOf(MODES, search.view) ?? "list",
    open: search.item ?? null,
  };
}

/** Parts of the address; undefined takes one away. */
export type ViewChange = { readonly [N in keyof BacklogSearch]?: string | undefined };

export interface ViewState {
  readonly view: BacklogView;
  /** `replace`: the back button leads past it. */
  readonly change: (change: ViewChange, how?: { readonly replace?: boolean }) => void;
  /** Where a link to an item leads: all else stays. */
  readonly hrefOf: (itemId: string) => string;
}

/** The page's state lies in its address: back undoes, a link shows the same. */
export function useView(id: string): ViewState {
  const search = useSearch({ from: "/projects/$id/backlog" });
  const navigate = useNavigate();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback<ViewState["change"]>(
    (part, { replace = false } = {}) =>
      void navigate({
        to: "/projects/$id/backlog",
        params: { id },
        search: (before) => given({ ...before, ...part }),
        replace,
      }),
    [navigate, id],
  );
  const hrefOf = useCallback(
    (item: string) => `/projects/${encodeURIComponent(id)}/backlog${writeSearch({ ...search, item })}`,
    [id, search],
  );
  return { view, change, hrefOf };
}

/** How many kinds of filter are on, text and the four words beside it left aside. */
export function filterCount({ types, statuses, priorities }: BacklogView): number {
  return [types, statuses, priorities].filter(({ length }) => length > 0).length;
}

function given(search: ViewChange): BacklogSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}

function oneOf<T extends string>(words: readonly T[], word: string | undefined): T | undefined {
  return words.find((one) => one === word);
}

function someOf<T extends string | number>(words: readonly T[], list: string | undefined): readonly T[] {
  const asked = new Set(list?.split(","));
  return words.filter((word) => asked.has(String(word)));
}
