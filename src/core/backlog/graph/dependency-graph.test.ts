import { describe, expect, test } from "vitest";
import { dependencyGraph, reachOf, subgraph } from "#core/backlog/graph/dependency-graph";
import { reduceDependencies } from "#core/backlog/graph/dependency-graph-reduction";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

/** `a < b c`: a waits for b and c; `!` behind an id: it is done. */
function graphOf(...lines: readonly string[]) {
  return dependencyGraph(
    lines.map((line) => {
      const [name = "", deps = ""] = line.split(" < ");
      const done = name.endsWith("!");
      return sampleItem(done ? name.slice(0, -1) : name, {
        ...(done ? { status: "done" as const } : {}),
        dependsOn: deps.split(" ").filter(Boolean),
      });
    }),
  );
}

const told = (graph: ReturnType<typeof graphOf>) =>
  reduceDependencies(graph).map(({ from, to, circle }) => `${from}${circle ? " ~> " : " -> "}${to}`);

describe("the graph of open items", () => {
  test("done items, unknown ids and repetitions are no edges", () => {
    const graph = graphOf("a!", "b < a", "c < b b 999", "d < c");
    expect(graph.ids).toEqual(["b", "c", "d"]);
    expect([...graph.waitsFor]).toEqual([
      ["c", ["b"]],
      ["d", ["c"]],
    ]);
    expect([...graph.holdsUp]).toEqual([
      ["b", ["c"]],
      ["c", ["d"]],
    ]);
  });

  test.each<[string, string[]]>([
    ["a", ["b", "c", "d"]],
    ["b", ["d"]],
    ["d", []],
    ["x", ["y", "x"]],
  ])("what %s holds up: %j", (id, held) => {
    const graph = graphOf("a", "b < a", "c < a", "d < b c", "x < y", "y < x");
    expect([...reachOf(graph.holdsUp, id)]).toEqual(held);
  });

  test("a part has the edges between its own", () => {
    const part = subgraph(graphOf("a", "b < a", "c < b", "d < c"), new Set(["a", "b", "d"]));
    expect(part.ids).toEqual(["a", "b", "d"]);
    expect([...part.waitsFor]).toEqual([["b", ["a"]]]);
  });
});

describe("what is drawn", () => {
  test.each<[string, string[], string[]]>([
    ["an implied edge is left out", ["a", "b < a", "c < a b"], ["a -> b", "b -> c"]],
    ["over several steps, too", ["a", "b < a", "c < b", "d < a c"], ["a -> b", "b -> c", "c -> d"]],
    ["two ways are both drawn", ["a", "b < a", "c < a", "d < b c"], ["a -> b", "a -> c", "b -> d", "c -> d"]],
    ["one edge of a circle is set aside", ["a < b", "b < a"], ["b -> a", "a ~> b"]],
    ["an item that waits for itself", ["a < a"], ["a ~> a"]],
    [
      "a circle implies nothing",
      ["a < c", "b < a", "c < b", "d < a c"],
      ["c -> a", "b -> c", "a -> d", "a ~> b"],
    ],
  ])("%s", (_, lines, edges) => {
    expect(told(graphOf(...lines))).toEqual(edges);
  });

  test("two hundred items that wait for all before them come to a chain", () => {
    const ids = Array.from({ length: 200 }, (_, at) => `i${at}`);
    const graph = graphOf(...ids.map((id, at) => `${id} < ${ids.slice(0, at).join(" ")}`));
    expect(reduceDependencies(graph)).toHaveLength(199);
  });
});
