import { expect, test } from "vitest";
import { needsArchive, selectItem } from "#core/backlog/select-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem, sampleItems } from "../../../test/samples/sample-item.ts";

const NONE = new Set<string>();
const select = (items: readonly BacklogItem[], archived: ReadonlySet<string> = NONE, preferred?: string) =>
  selectItem(items, archived, preferred)?.id ?? null;

test("priority 1 goes first, ties go by id as a number", () => {
  const items = [
    sampleItem("1000", { priority: 1 }),
    sampleItem("999", { priority: 1 }),
    sampleItem("001", { priority: 2 }),
  ];
  expect(select(items)).toBe("999");
});

test.each(["in_progress", "done", "blocked"] as const)("an item that is %s is not selected", (status) => {
  expect(select([sampleItem("001", { status })])).toBeNull();
});

test.each([
  ["pending", false],
  ["in_progress", false],
  ["blocked", false],
  ["done", true],
] as const)("a dependency that is %s: eligible %s", (status, eligible) => {
  const items = [
    sampleItem("001", { status, priority: 4 }),
    sampleItem("002", { dependsOn: ["001"], priority: 1 }),
  ];
  expect(select(items) === "002").toBe(eligible);
});

test("all dependencies must be done", () => {
  const items = [
    sampleItem("001", { status: "done" }),
    sampleItem("002", { status: "blocked" }),
    sampleItem("003", { dependsOn: ["001", "002"] }),
  ];
  expect(select(items)).toBeNull();
});

test("an archived done item counts, an unknown id doesn't", () => {
  const items = [sampleItem("003", { dependsOn: ["001"] })];
  expect(select(items, new Set(["001"]))).toBe("003");
  expect(select(items)).toBeNull();
});

test("an id that is open in the backlog is not done, whatever the archive says", () => {
  const items = [sampleItem("001", { status: "blocked" }), sampleItem("002", { dependsOn: ["001"] })];
  expect(select(items, new Set(["001"]))).toBeNull();
});

test("items that wait for each other are never selected, nor one that waits for itself", () => {
  const items = [
    sampleItem("001", { dependsOn: ["002"] }),
    sampleItem("002", { dependsOn: ["001"] }),
    sampleItem("003", { dependsOn: ["003"] }),
  ];
  expect(select(items)).toBeNull();
});

test("the unfinished item goes first, but only while it is eligible", () => {
  const items = [
    sampleItem("001", { priority: 1 }),
    sampleItem("002", { priority: 4 }),
    sampleItem("003", { status: "blocked" }),
    sampleItem("004", { dependsOn: ["003"] }),
  ];
  expect(select(items, NONE, "002")).toBe("002");
  expect(select(items, NONE, "003")).toBe("001");
  expect(select(items, NONE, "004")).toBe("001");
  expect(select(items, NONE, "gone")).toBe("001");
});

test.each([
  ["no dependencies", [sampleItem("001")], false],
  ["only known ids", [sampleItem("001"), sampleItem("002", { dependsOn: ["001"] })], false],
  ["an id that isn't here", [sampleItem("002", { dependsOn: ["001"] })], true],
])("the archive is needed: %s → %3$s", (_, items, needed) => {
  expect(needsArchive(items)).toBe(needed);
});

test("10,000 items are looked through in a few milliseconds", () => {
  const items = sampleItems(10_000, (index) => ({
    status: index < 5000 ? "done" : "pending",
    dependsOn: index === 0 ? [] : [String(index).padStart(3, "0")],
  }));
  select(items);
  const started = process.cpuUsage();
  for (let run = 0; run < 20; run += 1) expect(select(items)).toBe("5001");
  expect(process.cpuUsage(started).user / 1000 / 20).toBeLessThan(20);
});
