import { subgraph, type DependencyGraph } from "#core/backlog/graph/dependency-graph";
import { reduceDependencies, type DependencyEdge } from "#core/backlog/graph/dependency-graph-reduction";
import { orderLayers, type LayerNode } from "#core/backlog/graph/layer-graph-order";
import { placeLayers } from "#core/backlog/graph/layer-graph-places";

/** In pixels; the grid of the drawing. */
export const GRAPH_SIZES = { nodeWidth: 184, nodeHeight: 64, columnGap: 40, rowGap: 16, margin: 24 } as const;

export interface PlacedNode {
  readonly id: string;
  /** From 0: the longest way to an item that waits for nothing. */
  readonly layer: number;
  /** Of its upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge extends DependencyEdge {
  /** Where it passes a layer between its ends: the middle of its way there. */
  readonly bends: readonly { readonly x: number; readonly y: number }[];
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Layers from left to right by depth, barycentre order in each, implied edges left out; what hangs together stands together. Made for some hundred nodes. */
export function layerGraph(graph: DependencyGraph): GraphLayout {
  const { margin, rowGap } = GRAPH_SIZES;
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];
  let bottom = margin;
  let width = 0;
  for (const ids of connectedParts(graph)) {
    const part = layerPart(subgraph(graph, ids), bottom);
    nodes.push(...part.nodes);
    edges.push(...part.edges);
    bottom = part.height + rowGap;
    width = Math.max(width, part.width);
  }
  return { nodes, edges, width: width + margin, height: bottom - rowGap + margin };
}

/** The first item's part first. */
function connectedParts({ ids, waitsFor, holdsUp }: DependencyGraph): readonly ReadonlySet<string>[] {
  const parts: ReadonlySet<string>[] = [];
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) continue;
    const part = new Set([id]);
    for (const one of part) {
      for (const other of [...(waitsFor.get(one) ?? []), ...(holdsUp.get(one) ?? [])]) part.add(other);
    }
    for (const one of part) seen.add(one);
    parts.push(part);
  }
  return parts;
}

/** Its width and height are those of its right lower corner. */
function layerPart(graph: DependencyGraph, top: number): GraphLayout {
  const edges = reduceDependencies(graph);
  const straight = edges.filter(({ circle }) => !circle);
  const depth = depths(graph.ids, straight);
  const { layers, chains } = buildLayers(graph.ids, straight, depth);
  const middle = placeLayers(orderLayers(layers));
  const { nodeWidth, nodeHeight, columnGap, margin } = GRAPH_SIZES;
  const columnX = (layer: number): number => margin + layer * (nodeWidth + columnGap);
  const highest = Math.min(...[...middle].map(([key, y]) => (depth.has(key) ? y - nodeHeight / 2 : y)));
  const yOf = (key: string): number => Math.round((middle.get(key) ?? 0) - highest + top);
  const nodes = graph.ids.map((id) => {
    const layer = depth.get(id) ?? 0;
    return { id, layer, x: columnX(layer), y: yOf(id) - nodeHeight / 2 };
  });
  const placed = edges.map((edge) => ({
    ...edge,
    bends: (chains.get(edgeKey(edge)) ?? []).map(({ key, layer }) => ({
      x: columnX(layer) + nodeWidth / 2,
      y: yOf(key),
    })),
  }));
  const bends = placed.flatMap((edge) => edge.bends);
  return {
    nodes,
    edges: placed,
    width: columnX(layers.length - 1) + nodeWidth,
    height: Math.max(...nodes.map(({ y }) => y + nodeHeight), ...bends.map(({ y }) => y)),
  };
}

/** The longest way from an item that waits for nothing. */
function depths(ids: readonly string[], edges: readonly DependencyEdge[]): ReadonlyMap<string, number> {
  const depth = new Map(ids.map((id) => [id, 0]));
  for (let moved = true; moved;) {
    moved = false;
    for (const { from, to } of edges) {
      const least = (depth.get(from) ?? 0) + 1;
      if ((depth.get(to) ?? 0) >= least) continue;
      depth.set(to, least);
      moved = true;
    }
  }
  return depth;
}

interface Layers {
  readonly layers: readonly (readonly LayerNode[])[];
  /** By edge: the stand-ins on its way, where it passes layers. */
  readonly chains: ReadonlyMap<string, readonly { readonly key: string; readonly layer: number }[]>;
}

/** Edges that pass a layer get a stand-in there, so that they have a way between its nodes. */
function buildLayers(
  ids: readonly string[],
  edges: readonly DependencyEdge[],
  depth: ReadonlyMap<string, number>,
): Layers {
  const count = Math.max(-1, ...depth.values()) + 1;
  const layers: { key: string; size: number; before: string[]; after: string[] }[][] = Array.from(
    { length: count },
    () => [],
  );
  const byKey = new Map<string, (typeof layers)[number][number]>();
  const add = (key: string, layer: number, size: number): void => {
    const node = { key, size, before: [], after: [] };
    layers[layer]?.push(node);
    byKey.set(key, node);
  };
  for (const id of ids) add(id, depth.get(id) ?? 0, GRAPH_SIZES.nodeHeight);
  const chains = new Map<string, { key: string; layer: number }[]>();
  for (const edge of edges) {
    const first = (depth.get(edge.from) ?? 0) + 1;
    const between = Array.from({ length: (depth.get(edge.to) ?? 0) - first }, (_, at) => ({
      key: `${edgeKey(edge)}\n${at}`,
      layer: first + at,
    }));
    chains.set(edgeKey(edge), between);
    for (const { key, layer } of between) add(key, layer, 0);
    const way = [edge.from, ...between.map(({ key }) => key), edge.to];
    for (const [at, key] of way.slice(0, -1).entries()) {
      const next = way[at + 1] ?? "";
      byKey.get(key)?.after.push(next);
      byKey.get(next)?.before.push(key);
    }
  }
  return { layers, chains };
}

const edgeKey = ({ from, to }: DependencyEdge): string => `${from}\n${to}`;
