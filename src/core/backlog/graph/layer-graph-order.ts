/** A node of a layer, or the stand-in of an edge that passes it (its size is 0). */
export interface LayerNode {
  readonly key: string;
  /** Height in pixels. */
  readonly size: number;
  /** Keys in the layer before, and in the one after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export type Layer = readonly LayerNode[];

const SWEEPS = 12;

/** Each node near the middle of its neighbours: of some sweeps to and fro the order with the fewest crossings, and of those the one with the shortest ways. */
export function orderLayers(layers: readonly Layer[]): readonly Layer[] {
  let best = layers;
  let least = cost(layers);
  let current = layers;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    current = sweep % 2 === 0 ? sweepBack(current) : sweepForth(current);
    const found = cost(current);
    if (found.crossings > least.crossings) continue;
    if (found.crossings === least.crossings && found.length >= least.length) continue;
    [best, least] = [current, found];
  }
  return best;
}

function sweepForth(layers: readonly Layer[]): readonly Layer[] {
  const swept: Layer[] = [];
  for (const layer of layers) {
    const previous = swept.at(-1);
    swept.push(previous === undefined ? layer : sortByNeighbours(layer, previous, (node) => node.before));
  }
  return swept;
}

function sweepBack(layers: readonly Layer[]): readonly Layer[] {
  const swept: Layer[] = [];
  for (const layer of layers.toReversed()) {
    const next = swept.at(-1);
    swept.push(next === undefined ? layer : sortByNeighbours(layer, next, (node) => node.after));
  }
  return swept.toReversed();
}

/** Nodes without neighbours there keep their place. */
function sortByNeighbours(
  layer: Layer,
  other: Layer,
  neighbours: (node: LayerNode) => readonly string[],
): Layer {
  const place = new Map(other.map(({ key }, at) => [key, at]));
  const centre = new Map(
    layer.map((node, at) => {
      const places = neighbours(node).flatMap((key) => place.get(key) ?? []);
      const mean = places.reduce((sum, one) => sum + one, 0) / places.length;
      return [node.key, places.length === 0 ? (at / layer.length) * other.length : mean];
    }),
  );
  return layer.toSorted((a, b) => (centre.get(a.key) ?? 0) - (centre.get(b.key) ?? 0));
}

/** `length`: how far up or down the edges lead, each layer being as high as any other. */
function cost(layers: readonly Layer[]): { readonly crossings: number; readonly length: number } {
  let crossings = 0;
  let length = 0;
  for (const [at, layer] of layers.slice(0, -1).entries()) {
    const next = layers[at + 1] ?? [];
    crossings += crossingsBetween(layer, next);
    const place = new Map(next.map(({ key }, index) => [key, (index + 0.5) / next.length]));
    for (const [index, { after }] of layer.entries())
      for (const key of after) length += Math.abs((place.get(key) ?? 0) - (index + 0.5) / layer.length);
  }
  return { crossings, length };
}

/** Two edges cross when their ends are in another order than their beginnings. */
function crossingsBetween(layer: Layer, next: Layer): number {
  const place = new Map(next.map(({ key }, at) => [key, at]));
  const ends = layer.flatMap(({ after }) =>
    after.flatMap((key) => place.get(key) ?? []).sort((a, b) => a - b),
  );
  const tree = Array.from({ length: next.length + 1 }, () => 0);
  let crossings = 0;
  for (const [seen, end] of ends.entries()) {
    let notAbove = 0;
    for (let at = end + 1; at > 0; at -= at & -at) notAbove += tree[at] ?? 0;
    crossings += seen - notAbove;
    for (let at = end + 1; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
  }
  return crossings;
}
