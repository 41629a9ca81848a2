import type { Layer, LayerNode } from "#core/backlog/graph/layer-graph-order";

/** Between two neighbours of a layer, px; also between a node and an edge that passes it. */
const GAP = 16;
const ROUNDS = 10;
/** The ways of edges want to be straight more than nodes want to be in the middle. */
const STRAIGHTNESS = 4;

/** The middle of each node from above, px: near its neighbours of the layers beside, and never over another. */
export function placeLayers(layers: readonly Layer[]): ReadonlyMap<string, number> {
  const middle = new Map<string, number>();
  for (const layer of layers) {
    let at = 0;
    for (const [index, node] of layer.entries()) {
      at += index === 0 ? 0 : distance(layer[index - 1], node);
      middle.set(node.key, at);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const layer of layers) settle(layer, middle, (node) => node.before);
    for (const layer of layers.toReversed()) settle(layer, middle, (node) => node.after);
  }
  for (const layer of layers) settle(layer, middle, (node) => [...node.before, ...node.after]);
  return middle;
}

function distance(above: LayerNode | undefined, below: LayerNode): number {
  return ((above?.size ?? 0) + below.size) / 2 + GAP;
}

interface Block {
  /** Of the wishes in it, each less what lies above it. */
  readonly mean: number;
  readonly weight: number;
  readonly count: number;
}

/** Gives a layer the places that are nearest to what its nodes wish, in their order (pooled neighbours). */
function settle(
  layer: Layer,
  middle: Map<string, number>,
  neighbours: (node: LayerNode) => readonly string[],
): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  for (const [index, node] of layer.entries()) {
    const offset = (offsets.at(-1) ?? 0) + (index === 0 ? 0 : distance(layer[index - 1], node));
    offsets.push(offset);
    const places = neighbours(node).flatMap((key) => middle.get(key) ?? []);
    const wish =
      places.length === 0
        ? (middle.get(node.key) ?? 0)
        : places.reduce((sum, one) => sum + one, 0) / places.length;
    let block: Block = { mean: wish - offset, weight: weightOf(node, places.length), count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.mean >= block.mean; last = blocks.at(-1)) {
      blocks.pop();
      block = pool(last, block);
    }
    blocks.push(block);
  }
  let index = 0;
  for (const { mean, count } of blocks) {
    for (let left = count; left > 0; left -= 1, index += 1) {
      const node = layer[index];
      if (node !== undefined) middle.set(node.key, mean + (offsets[index] ?? 0));
    }
  }
}

/** Who has no neighbours there gives way. */
function weightOf(node: LayerNode, neighbours: number): number {
  if (neighbours === 0) return 0.1;
  return node.size === 0 ? STRAIGHTNESS : 1;
}

function pool(a: Block, b: Block): Block {
  const weight = a.weight + b.weight;
  return { mean: (a.mean * a.weight + b.mean * b.weight) / weight, weight, count: a.count + b.count };
}
