import { describe, expect, test } from "vitest";
import { sortItems } from "#core/backlog/sort-items";
import type { BacklogSearch } from "#web/app/search";
import { readView } from "#web/pages/backlog/backlog-view";
import { filterView, listRows, meantWord, type ListRow } from "#web/pages/backlog/list/list-rows";
import { sampleItem } from "#web/pages/backlog/sample-item";

const DONE = { status: "done", completedAt: "2026-11-20T10:00:00Z" } as const;

const ITEMS = [
  sampleItem("001", { priority: 1, title: "Reverse an entry", ...DONE }),
  sampleItem("002", { priority: 3, title: "Reversal of a payment", type: "bug" }),
  sampleItem("003", {
    priority: 1,
    title: "Close a period",
    status: "blocked",
    description: "about reversal",
  }),
  sampleItem("004", { priority: 1, title: "Audit trail", status: "in_progress" }),
  sampleItem("005", { priority: 3, title: "Names", type: "chore", ...DONE }),
];

/** `[Priority 1 2]` for heads, ids for items. */
function told(rows: readonly ListRow[]): string {
  return rows
    .map((row) =>
      row.kind === "item"
        ? row.item.id
        : `[${row.title} ${row.count}${row.folded === true ? " folded" : ""}]`,
    )
    .join(" ");
}

function rowsOf(search: BacklogSearch, doneOpen = false): string {
  const view = readView(search);
  return told(listRows(filterView(sortItems(ITEMS, view.sort), view), view, doneOpen));
}

describe("what the address shows", () => {
  test.each<[BacklogSearch, string]>([
    [{}, "[Priority 1 2] 003 004 [Priority 3 1] 002 [Done 2 folded]"],
    [{ show: "open", sort: "id" }, "002 003 004 [Done 2 folded]"],
    [{ sort: "status" }, "[In progress 1] 004 [Stuck 1] 003 [Pending 1] 002 [Done 2 folded]"],
    [{ show: "stuck" }, "[Priority 1 1] 003"],
    [{ show: "done" }, "[Done 2 folded]"],
    [{ type: "bug,chore" }, "[Priority 3 1] 002 [Done 1 folded]"],
    [{ priority: "1" }, "[Priority 1 2] 003 004 [Done 1 folded]"],
    [{ status: "blocked,pending" }, "[Priority 1 1] 003 [Priority 3 1] 002"],
    [{ q: "reversal" }, "[Priority 1 1] 003 [Priority 3 1] 002"],
    [{ q: "Reversal 002" }, "[Priority 3 1] 002"],
    [{ q: "004" }, "[Priority 1 1] 004"],
    [{ q: "nobody" }, ""],
    [
      { show: "everything", type: "song", sort: "size" },
      "[Priority 1 2] 003 004 [Priority 3 1] 002 [Done 2 folded]",
    ],
  ])("%j", (search, rows) => {
    expect(rowsOf(search)).toBe(rows);
  });

  test("the done ones stand at the end, and their places go on", () => {
    expect(rowsOf({ show: "all" }, true)).toBe("[Priority 1 2] 003 004 [Priority 3 1] 002 [Done 2] 001 005");
    const rows = listRows(ITEMS, readView({ show: "all" }), true);
    expect(rows.flatMap((row) => (row.kind === "item" ? row.place : []))).toEqual([1, 2, 3, 4, 5]);
  });
});

test.each<[string, string | null]>([
  ["reversl", "reversal"],
  ["perod", "period"],
  ["zzzzzz", null],
  ["two words", null],
  ["re", null],
])("%s was probably meant as %s", (typed, meant) => {
  expect(meantWord(ITEMS.slice(1), typed)).toBe(meant);
});
