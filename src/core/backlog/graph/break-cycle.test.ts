import { expect, test } from "vitest";
import { breakCycle } from "#core/backlog/graph/break-cycle";

const items = [
  { id: "005" },
  { id: "008", dependsOn: ["009"] },
  { id: "009", dependsOn: ["008", "005"] },
  { id: "010", dependsOn: ["010"] },
  { id: "011", dependsOn: ["008"] },
];

test.each([
  ["008", { id: "009", dependsOn: ["005"] }],
  ["009", { id: "008", dependsOn: [] }],
  ["010", { id: "010", dependsOn: [] }],
  ["011", null],
  ["005", null],
])("the cycle of %s", (id, expected) => {
  expect(breakCycle(items, id)).toEqual(expected);
});
