import * as fc from "fast-check";
import { expect, test } from "vitest";
import { filterItems } from "#core/backlog/filter-items";
import { completeItem } from "#core/backlog/move-item";
import { selectItem } from "#core/backlog/select-item";
import { sortItems, type ItemOrder } from "#core/backlog/sort-items";
import { summarize } from "#core/backlog/summarize";
import { waitingFor, type WaitingFor } from "#core/backlog/waiting-for";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem, sampleItems } from "../../../test/samples/sample-item.ts";

const NONE = new Set<string>();
const idsOf = (items: readonly BacklogItem[]): string[] => items.map((item) => item.id);

/** The night of ledger-api, in the order of its file. */
const night = [
  sampleItem("001", { status: "done", priority: 1, type: "bug" }),
  sampleItem("002", { status: "done", priority: 1 }),
  sampleItem("003", { status: "done", type: "refactor" }),
  sampleItem("004", { status: "blocked", needsHuman: true, blockedReason: "30 or 90?" }),
  sampleItem("005", { status: "blocked", type: "chore", blockedReason: "needs NPM_TOKEN" }),
  sampleItem("006", { status: "in_progress" }),
  sampleItem("007", {
    status: "blocked",
    deferred: true,
    priority: 3,
    type: "bug",
    blockedReason: "no signal",
  }),
  sampleItem("008", { priority: 3, type: "test", dependsOn: ["006"] }),
  sampleItem("009", { priority: 4, type: "chore", dependsOn: ["005"] }),
];

test.each<[ItemOrder, string[]]>([
  ["loop", ["006", "008", "009", "004", "005", "007", "001", "002", "003"]],
  ["priority", ["001", "002", "003", "004", "005", "006", "007", "008", "009"]],
  ["id", ["001", "002", "003", "004", "005", "006", "007", "008", "009"]],
  ["status", ["006", "004", "005", "007", "008", "009", "001", "002", "003"]],
])("in the order of %s", (order, expected) => {
  expect(idsOf(sortItems(night.toReversed(), order))).toEqual(expected);
});

test("loop order puts an item behind what it waits for, and what can't be reached last", () => {
  const items = [
    sampleItem("001", { priority: 1, dependsOn: ["003"] }),
    sampleItem("002", { priority: 1, dependsOn: ["005"] }),
    sampleItem("003", { priority: 4 }),
    sampleItem("004", { priority: 2, dependsOn: ["004"] }),
    sampleItem("005", { status: "blocked" }),
    sampleItem("006", { priority: 3 }),
  ];
  expect(idsOf(sortItems(items, "loop"))).toEqual(["006", "003", "001", "002", "004", "005"]);
});

test("loop order is what the loop does: select, complete, select again", () => {
  const backlog = fc
    .array(
      fc.record({ priority: fc.constantFrom(1, 2, 3, 4), after: fc.array(fc.nat(24), { maxLength: 3 }) }),
      {
        maxLength: 25,
      },
    )
    .map((rows) =>
      sampleItems(rows.length, (index) => ({
        priority: rows[index]?.priority as 1,
        dependsOn: (rows[index]?.after ?? []).flatMap((n) =>
          n < rows.length ? String(n + 1).padStart(3, "0") : [],
        ),
      })),
    );
  fc.assert(
    fc.property(backlog, (items) => {
      let left = items;
      const taken: string[] = [];
      for (let next = selectItem(left, NONE); next !== null; next = selectItem(left, NONE)) {
        const { id } = next;
        taken.push(id);
        left = left.map((item) => (item.id === id ? completeItem(item, "2026-11-21T06:00:00Z") : item));
      }
      const order = idsOf(sortItems(items, "loop"));
      expect(order.slice(0, taken.length)).toEqual(taken);
      expect(order.toSorted()).toEqual(idsOf(items));
    }),
    { seed: 20261121 },
  );
});

test("counts: needs-human and deferred are parts of blocked", () => {
  expect(summarize(night)).toEqual({
    pending: 2,
    inProgress: 1,
    blocked: 3,
    needsHuman: 1,
    deferred: 1,
    done: 3,
    total: 9,
  });
  expect(summarize([])).toMatchObject({ pending: 0, blocked: 0, total: 0 });
});

test.each([
  [{}, 9],
  [{ status: "blocked" }, 3],
  [{ type: "chore" }, 2],
  [{ status: "blocked", type: "bug" }, 1],
  [{ status: "done", type: "test" }, 0],
] as const)("filtered by %j: %i items", (filter, count) => {
  expect(filterItems(night, filter)).toHaveLength(count);
});

const chain = [
  sampleItem("001", { status: "done" }),
  sampleItem("002"),
  sampleItem("003", { dependsOn: ["001", "002", "002"] }),
  sampleItem("004", { status: "blocked", dependsOn: ["002"] }),
  sampleItem("005", { dependsOn: ["002", "004"] }),
  sampleItem("006", { dependsOn: ["005"] }),
  sampleItem("007", { dependsOn: ["042"] }),
  sampleItem("008", { status: "in_progress", dependsOn: ["004"] }),
  sampleItem("009", { dependsOn: ["010"] }),
  sampleItem("010", { dependsOn: ["009"] }),
];

test.each<[string, WaitingFor | null]>([
  ["001", null],
  ["002", null],
  ["003", { kind: "after", ids: ["002"] }],
  ["004", null],
  ["005", { kind: "blockedBy", id: "004" }],
  ["006", { kind: "blockedBy", id: "004" }],
  ["007", { kind: "after", ids: ["042"] }],
  ["008", null],
  ["009", { kind: "after", ids: ["010"] }],
])("%s waits for %j", (id, expected) => {
  const item = chain.find((one) => one.id === id) ?? sampleItem("none");
  expect(waitingFor(chain, NONE)(item)).toEqual(expected);
});

test("nothing waits for an archived done item", () => {
  expect(waitingFor(chain, new Set(["042"]))(sampleItem("007", { dependsOn: ["042"] }))).toBeNull();
});
