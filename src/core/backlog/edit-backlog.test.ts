import { expect, test } from "vitest";
import { appendItem, removeItem, replaceItem } from "#core/backlog/edit-backlog";
import type { Backlog } from "#contracts/schema/backlog";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const backlog = {
  project: "ledger-api",
  owner: "mia",
  description: "",
  items: [
    sampleItem("001"),
    sampleItem("002", { dependsOn: ["001"] }),
    sampleItem("003", { dependsOn: ["001"] }),
  ],
} as Backlog;
const before = structuredClone(backlog);
const idsOf = ({ items }: Backlog): string[] => items.map((item) => item.id);

test("an item is replaced at its place, all else stays, and nothing is changed in place", () => {
  const changed = replaceItem(backlog, sampleItem("002", { title: "New" }));
  expect(changed).toStrictEqual({
    ...before,
    items: [before.items[0], sampleItem("002", { title: "New" }), before.items[2]],
  });
  expect(backlog).toStrictEqual(before);
});

test("an item is appended at the end", () => {
  expect(idsOf(appendItem(backlog, sampleItem("004")))).toEqual(["001", "002", "003", "004"]);
});

test("an item is removed, and what depended on it is named with its reference kept", () => {
  const { backlog: left, dependents } = removeItem(backlog, "001");
  expect(dependents).toEqual(["002", "003"]);
  expect(left.items).toStrictEqual(before.items.slice(1));
  expect(removeItem(backlog, "003")).toMatchObject({ dependents: [] });
});

test("of two items with one id the first is meant", () => {
  const doubled = { ...backlog, items: [sampleItem("001"), sampleItem("001", { title: "Second" })] };
  expect(removeItem(doubled, "001").backlog.items).toEqual([sampleItem("001", { title: "Second" })]);
});

test("an id that isn't there is refused", () => {
  const refusal = expect.objectContaining({ code: "NOT_FOUND", message: "There is no item 042." });
  expect(() => replaceItem(backlog, sampleItem("042"))).toThrow(refusal);
  expect(() => removeItem(backlog, "042")).toThrow(refusal);
});
