import { reachOf, type DependencyGraph, type Edges } from "#core/backlog/graph/dependency-graph";

/** `from` has to be done before `to` can start. */
export interface DependencyEdge {
  readonly from: string;
  readonly to: string;
  /** It closes a circle: none of these items ever starts. */
  readonly circle: boolean;
}

/** The edges that aren't implied by others; one edge of each circle is set aside for it, and marked. */
export function reduceDependencies(graph: DependencyGraph): readonly DependencyEdge[] {
  const { kept, closing } = openCircles(graph);
  const before = new Map(graph.ids.map((id) => [id, reachOf(kept, id)]));
  const reduced = graph.ids.flatMap((to) => {
    const direct = kept.get(to) ?? [];
    const implied = new Set(direct.flatMap((id) => [...(before.get(id) ?? [])]));
    return direct.filter((from) => !implied.has(from)).map((from) => ({ from, to, circle: false }));
  });
  return [...reduced, ...closing];
}

interface OpenedCircles {
  /** What each waits for, without the edges that close circles. */
  readonly kept: Edges;
  readonly closing: readonly DependencyEdge[];
}

/** Depth first, each edge once: an edge back into the path that led here closes a circle. */
function openCircles({ ids, waitsFor }: DependencyGraph): OpenedCircles {
  const kept = new Map<string, string[]>();
  const closing: DependencyEdge[] = [];
  const left = new Map<string, Iterator<string>>();
  const path: string[] = [];
  const inPath = new Set<string>();
  const enter = (id: string): void => {
    left.set(id, (waitsFor.get(id) ?? []).values());
    path.push(id);
    inPath.add(id);
  };
  for (const root of ids) {
    if (!left.has(root)) enter(root);
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const next = left.get(id)?.next();
      if (next === undefined || next.done === true) {
        path.pop();
        inPath.delete(id);
        continue;
      }
      if (inPath.has(next.value)) {
        closing.push({ from: next.value, to: id, circle: true });
        continue;
      }
      kept.set(id, [...(kept.get(id) ?? []), next.value]);
      if (!left.has(next.value)) enter(next.value);
    }
  }
  return { kept, closing };
}
