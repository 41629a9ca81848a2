import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dependencyGraph } from "#core/backlog/graph/dependency-graph";
import { GRAPH_SIZES, layerGraph, type GraphLayout } from "#core/backlog/graph/layer-graph";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const layout = (waits: Readonly<Record<string, readonly string[]>>): GraphLayout =>
  layerGraph(dependencyGraph(Object.entries(waits).map(([id, dependsOn]) => sampleItem(id, { dependsOn }))));

const placeOf = ({ nodes }: GraphLayout, id: string) => nodes.find((node) => node.id === id);

/** The drawing of the design: 014 and 012 both lead to 015. */
const NIGHT = {
  "011": [],
  "012": [],
  "013": [],
  "014": ["011"],
  "021": ["011"],
  "026": ["012"],
  "027": ["013"],
  "015": ["012", "014"],
  "019": ["014"],
  "028": ["014", "015"],
};

test("each item stands right of all that it waits for", () => {
  const drawn = layout(NIGHT);
  expect(Object.fromEntries(drawn.nodes.map(({ id, layer }) => [id, layer]))).toEqual({
    "011": 0,
    "012": 0,
    "013": 0,
    "014": 1,
    "021": 1,
    "026": 1,
    "027": 1,
    "015": 2,
    "019": 2,
    "028": 3,
  });
  expect(drawn.width).toBe(4 * GRAPH_SIZES.nodeWidth + 3 * GRAPH_SIZES.columnGap + 2 * GRAPH_SIZES.margin);
});

test("nothing crosses where nothing has to, and straight chains are straight", () => {
  const drawn = layout(NIGHT);
  const y = (id: string) => placeOf(drawn, id)?.y ?? 0;
  expect(y("013")).toBe(y("027"));
  expect(y("015")).toBe(y("028"));
  expect(y("014") < y("026")).toBe(true);
  const long = drawn.edges.find(({ from, to }) => from === "012" && to === "015");
  expect(long?.bends).toHaveLength(1);
});

test("a circle is drawn, its closing edge backwards", () => {
  const { nodes, edges } = layout({ a: ["c"], b: ["a"], c: ["b"] });
  expect(new Set(nodes.map(({ layer }) => layer)).size).toBe(3);
  expect(edges.filter(({ circle }) => circle)).toHaveLength(1);
});

test("what hangs together stands together, with nothing between", () => {
  const { nodes, height } = layout({ a: [], b: [], c: ["a"], d: ["b"] });
  const { nodeHeight, rowGap, margin } = GRAPH_SIZES;
  const second = margin + nodeHeight + rowGap;
  expect(nodes.map(({ id, y }) => [id, y])).toEqual([
    ["a", margin],
    ["c", margin],
    ["b", second],
    ["d", second],
  ]);
  expect(height).toBe(second + nodeHeight + margin);
});

test("without items there is nothing to draw", () => {
  expect(layout({})).toMatchObject({ nodes: [], edges: [] });
});

test("no two nodes overlap, no edge leads backwards, all lies inside", () => {
  const waits = fc.array(fc.array(fc.nat({ max: 40 }), { maxLength: 4 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(waits, (rows) => {
      const drawn = layout(Object.fromEntries(rows.map((deps, at) => [`i${at}`, deps.map((d) => `i${d}`)])));
      const at = new Map(drawn.nodes.map((node) => [node.id, node]));
      for (const [index, a] of drawn.nodes.entries()) {
        expect(a.y).toBeGreaterThanOrEqual(0);
        expect(a.x + GRAPH_SIZES.nodeWidth).toBeLessThanOrEqual(drawn.width);
        expect(a.y + GRAPH_SIZES.nodeHeight).toBeLessThanOrEqual(drawn.height);
        for (const b of drawn.nodes.slice(index + 1)) {
          const apart = a.layer === b.layer ? Math.abs(a.y - b.y) : Infinity;
          expect(apart).toBeGreaterThanOrEqual(GRAPH_SIZES.nodeHeight + 8);
        }
      }
      for (const { from, to, circle, bends } of drawn.edges) {
        if (circle) continue;
        const way = [at.get(from)?.x ?? 0, ...bends.map(({ x }) => x), at.get(to)?.x ?? 0];
        expect(way).toEqual(way.toSorted((a, b) => a - b));
      }
    }),
    { seed: 8, numRuns: 60 },
  );
});
