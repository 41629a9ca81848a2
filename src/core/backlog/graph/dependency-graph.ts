import type { BacklogItem } from "#contracts/schema/backlog-item";

/** Edges by id; an id without any is absent or has an empty list. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** The open items and what stands between them; done items, and ids that no open item has, are left out. */
export interface DependencyGraph {
  readonly ids: readonly string[];
  readonly waitsFor: Edges;
  readonly holdsUp: Edges;
}

/** In the order of the items. */
export function dependencyGraph(
  items: readonly Pick<BacklogItem, "id" | "status" | "dependsOn">[],
): DependencyGraph {
  const open = items.filter(({ status }) => status !== "done");
  const waitsFor = new Map<string, readonly string[]>();
  const holdsUp = new Map<string, string[]>();
  const known = new Set(open.map(({ id }) => id));
  for (const { id, dependsOn = [] } of open) {
    const ids = [...new Set(dependsOn)].filter((other) => known.has(other));
    if (ids.length === 0) continue;
    waitsFor.set(id, ids);
    for (const other of ids) {
      const held = holdsUp.get(other);
      if (held === undefined) holdsUp.set(other, [id]);
      else held.push(id);
    }
  }
  return { ids: open.map(({ id }) => id), waitsFor, holdsUp };
}

/** Everything that edges lead to from an id, the nearest first; the id itself is in it when it is in a circle. */
export function reachOf(edges: Edges, id: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [id];
  for (const at of queue) {
    for (const next of edges.get(at) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

/** The part of a graph that lies between these ids. */
export function subgraph(graph: DependencyGraph, ids: ReadonlySet<string>): DependencyGraph {
  const within = (edges: Edges): Edges =>
    new Map(
      [...ids]
        .map((id) => [id, (edges.get(id) ?? []).filter((other) => ids.has(other))] as const)
        .filter(([, others]) => others.length > 0),
    );
  return {
    ids: graph.ids.filter((id) => ids.has(id)),
    waitsFor: within(graph.waitsFor),
    holdsUp: within(graph.holdsUp),
  };
}
