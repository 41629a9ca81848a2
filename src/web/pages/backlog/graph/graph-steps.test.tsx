import { expect, test } from "vitest";
import { dependencyGraph } from "#core/backlog/graph/dependency-graph";
import { layerGraph } from "#core/backlog/graph/layer-graph";
import { stepInGraph } from "#web/pages/backlog/graph/graph-steps";
import { sampleItem } from "#web/pages/backlog/sample-item";

const LAYOUT = layerGraph(
  dependencyGraph([
    sampleItem("a"),
    sampleItem("b", { dependsOn: ["a"] }),
    sampleItem("c", { dependsOn: ["a"] }),
    sampleItem("d", { dependsOn: ["b", "c"] }),
  ]),
);

test.each([
  ["a", "ArrowRight", "b"],
  ["d", "ArrowLeft", "b"],
  ["b", "ArrowDown", "c"],
  ["c", "ArrowUp", "b"],
  ["c", "ArrowRight", "d"],
  ["a", "ArrowLeft", null],
  ["b", "ArrowUp", null],
  ["nobody", "ArrowUp", null],
  ["a", "Enter", null],
])("from %s %s leads to %s", (from, key, to) => {
  expect(stepInGraph(LAYOUT, from, key)).toBe(to);
});
