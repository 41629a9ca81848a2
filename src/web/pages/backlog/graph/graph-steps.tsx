import type { GraphLayout, PlacedNode } from "#core/backlog/graph/layer-graph";

/** Where an arrow key leads from a node: left and right along its edges, up and down in its column; null: nowhere. */
export function stepInGraph({ nodes, edges }: GraphLayout, from: string, key: string): string | null {
  const here = nodes.find(({ id }) => id === from);
  if (here === undefined) return null;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nearest = (ids: readonly string[]): string | null =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .toSorted(
        (a, b) =>
          Math.abs(a.layer - here.layer) - Math.abs(b.layer - here.layer) || gap(a, here) - gap(b, here),
      )[0]?.id ?? null;
  const column = nodes.filter(({ layer }) => layer === here.layer).toSorted((a, b) => a.y - b.y);
  const place = column.findIndex(({ id }) => id === from);
  switch (key) {
    case "ArrowLeft":
      return nearest(edges.filter(({ to }) => to === from).map((edge) => edge.from));
    case "ArrowRight":
      return nearest(edges.filter((edge) => edge.from === from).map(({ to }) => to));
    case "ArrowUp":
      return column[place - 1]?.id ?? null;
    case "ArrowDown":
      return column[place + 1]?.id ?? null;
    default:
      return null;
  }
}

const gap = (a: PlacedNode, b: PlacedNode): number => Math.abs(a.y - b.y);
