import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeMonth, planSweep } from "#core/archive/plan-sweep";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const done = (id: string, completedAt: string | null): BacklogItem =>
  sampleItem(id, { status: "done", completedAt });
const plan = (items: readonly BacklogItem[], minAgeDays = 0): Record<string, unknown> => {
  const { keep, byMonth, result } = planSweep(items, NOW, minAgeDays);
  const months = [...byMonth].map(([month, swept]) => `${month}: ${swept.map((item) => item.id).join(" ")}`);
  return { keep: keep.map((item) => item.id), months, ...result };
};

test("done items go to the month in which they were done, in UTC; all else stays", () => {
  const items = [
    done("001", "2026-11-01T00:30:00+02:00"),
    sampleItem("002"),
    done("003", "2026-09-30T23:59:59Z"),
    sampleItem("004", { status: "blocked" }),
    done("005", "2026-10-31T22:00:00Z"),
    sampleItem("006", { status: "in_progress" }),
  ];
  expect(plan(items)).toEqual({
    keep: ["002", "004", "006"],
    months: ["2026-09: 003", "2026-10: 001 005"],
    archivedCount: 3,
    archivedMonths: ["2026-09", "2026-10"],
  });
});

test.each<[string, string | null, number, boolean]>([
  ["0 days sweeps what was done just now", "2026-11-21T05:59:59Z", 0, true],
  ["exactly old enough", "2026-11-14T06:00:00Z", 7, true],
  ["a second too young", "2026-11-14T06:00:01Z", 7, false],
  ["no time: age 0, swept by 0", null, 0, true],
  ["no time: age 0, kept by 1", null, 1, false],
  ["a fraction of a day", "2026-11-20T17:00:00Z", 0.5, true],
  ["a clock that went ahead", "2027-01-01T00:00:00Z", 0, true],
])("%s", (_, completedAt, minAgeDays, swept) => {
  expect(plan([done("001", completedAt)], minAgeDays)).toMatchObject({ archivedCount: swept ? 1 : 0 });
});

test.each([null, "2027-01-01T00:00:00Z"])("completedAt %s goes to the current month", (completedAt) => {
  expect(plan([done("001", completedAt)])).toMatchObject({ archivedMonths: ["2026-11"] });
});

test("what an interrupted run left unsettled stays, whatever its age", () => {
  const items = [done("001", "2026-01-01T00:00:00Z"), done("002", "2026-01-01T00:00:00Z")];
  expect(planSweep(items, NOW, 0, "002").keep.map((item) => item.id)).toEqual(["002"]);
});

test("nothing is lost and nothing doubled", () => {
  const item = fc.record({
    status: fc.constantFrom("done" as const, "pending" as const, "blocked" as const),
    completedAt: fc.option(
      fc
        .date({ min: new Date(0), max: new Date(NOW), noInvalidDate: true })
        .map((date) => date.toISOString()),
    ),
  });
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 0, max: 20_000 }), (rows, days) => {
      const items = rows.map((row, index) => sampleItem(String(index), row));
      const { keep, byMonth, result } = planSweep(items, NOW, days);
      const swept = [...byMonth.values()].flat();
      expect([...keep, ...swept].map((one) => one.id).toSorted()).toEqual(
        items.map((one) => one.id).toSorted(),
      );
      expect(swept.every((one) => one.status === "done")).toBe(true);
      expect(result).toEqual({ archivedCount: swept.length, archivedMonths: [...byMonth.keys()].toSorted() });
    }),
    { seed: 20261121 },
  );
});

describe("merging into a month", () => {
  const one = done("001", "2026-11-02T00:00:00Z");
  const two = done("002", "2026-11-03T00:00:00Z");

  test("starts it, or adds at its end and keeps its unknown fields", () => {
    expect(mergeMonth(null, "2026-11", [one])).toEqual({ month: "2026-11", items: [one] });
    const month = { month: "2026-11", note: "x", items: [one] };
    expect(mergeMonth(month, "2026-11", [two])).toEqual({ ...month, items: [one, two] });
  });

  test("once more after a crash gives the same", () => {
    const merged = mergeMonth(null, "2026-11", [one, two]);
    expect(mergeMonth(merged, "2026-11", [one, two])).toEqual(merged);
  });

  test("an id of an earlier cycle is another item", () => {
    const earlier = sampleItem("001", {
      status: "done",
      completedAt: "2026-11-01T00:00:00Z",
      title: "Another",
    });
    expect(mergeMonth({ month: "2026-11", items: [earlier] }, "2026-11", [one]).items).toEqual([
      earlier,
      one,
    ]);
  });
});
