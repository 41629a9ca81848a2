import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { dependencyCheck } from "#core/backlog/dependencies";
import { dependencyGraph, type DependencyGraph } from "#core/backlog/graph/dependency-graph";
import { needsArchive, selectItem } from "#core/backlog/select-item";
import { getQuery, useGet } from "#web/api/queries";
import { itemLook, type ItemLook } from "#web/ui/glyph";

/** What the items say about each other. */
export interface BacklogFacts {
  readonly items: readonly BacklogItem[];
  readonly byId: ReadonlyMap<string, BacklogItem>;
  /** Of the open items. */
  readonly graph: DependencyGraph;
  /** What the loop would take now; null: nothing can start. */
  readonly next: string | null;
  /** The longest id's number of characters: the column of ids is as wide in every row. */
  readonly idLength: number;
  /** Done here, or in the archive. */
  readonly isDone: (id: string) => boolean;
  readonly lookOf: (item: BacklogItem) => ItemLook;
  /** Ids of its dependencies that aren't done, those that nobody knows included. */
  readonly unmet: (item: BacklogItem) => readonly string[];
}

export function gatherFacts(items: readonly BacklogItem[], archivedDone: ReadonlySet<string>): BacklogFacts {
  const isDone = dependencyCheck(items, archivedDone);
  const unmet = (item: BacklogItem) =>
    item.status === "done" ? [] : [...new Set(item.dependsOn ?? [])].filter((id) => !isDone(id));
  return {
    items,
    byId: new Map(items.map((item) => [item.id, item])),
    graph: dependencyGraph(items),
    next: selectItem(items, archivedDone)?.id ?? null,
    idLength: items.reduce((longest, { id }) => Math.max(longest, id.length), 3),
    isDone,
    lookOf: (item) => itemLook(item, unmet(item).length > 0),
    unmet,
  };
}

/** What counts as done besides the items that are shown: those of the archive, and those that are about to be swept there. */
export function doneElsewhere(
  saved: readonly BacklogItem[],
  archived: ReadonlySet<string> | null,
): ReadonlySet<string> {
  return new Set([...(archived ?? []), ...saved.flatMap(({ id, status }) => (status === "done" ? id : []))]);
}

interface KnownDone {
  readonly project: string;
  readonly done: ReadonlySet<string>;
}

/** Ids of the done items in the archive, read only where an item refers to what the backlog doesn't have; null until they are known for the first time. */
export function useArchivedDone(
  id: string,
  items: readonly BacklogItem[] | undefined,
): ReadonlySet<string> | null {
  const enabled = useMemo(() => items !== undefined && needsArchive(items), [items]);
  const months = useGet(
    "GET /api/projects/:id/archive",
    { params: { id } },
    { enabled, refetchInterval: false },
  );
  const read = useQueries({
    queries: (enabled ? (months.data?.months ?? []) : []).map(({ month }) =>
      getQuery("GET /api/projects/:id/archive/:month", { params: { id, month } }, { refetchInterval: false }),
    ),
    combine: (results) => ({
      pending: results.some(({ isPending }) => isPending),
      months: results.map(({ data }) => data),
    }),
  });
  const known = !enabled || months.error !== null || (months.data !== undefined && !read.pending);
  const ids = read.months.flatMap((month) => month?.items.map((item) => item.id) ?? []).join("\n");
  const now = useMemo(
    () => (known ? { project: id, done: doneElsewhere(items ?? [], new Set(ids.split("\n"))) } : null),
    [known, ids, id, items],
  );
  const [last, setLast] = useState<KnownDone | null>(null);
  if (now !== null && now !== last) setLast(now);
  // While another month is read, what was done before goes on as done: the page stays, and whoever types in it is not thrown out.
  return (now ?? (last?.project === id ? last : null))?.done ?? null;
}
