import { describe, expect, test } from "vitest";
import {
  DEFAULT_PRIORITY,
  ITEM_SOURCES,
  ITEM_STATUSES,
  ITEM_TRANSITIONS,
  ITEM_TYPES,
  OFFERED_ITEM_TYPES,
  PRIORITIES,
  STATUS_ORDER,
} from "#contracts/item-rules";

test.each([
  ["types", ITEM_TYPES, ["bug", "bugfix", "refactor", "feature", "chore", "test"]],
  ["offered types", OFFERED_ITEM_TYPES, ["bug", "refactor", "feature", "chore"]],
  ["priorities", PRIORITIES, [1, 2, 3, 4]],
  ["statuses", ITEM_STATUSES, ["pending", "in_progress", "done", "blocked"]],
  ["sources", ITEM_SOURCES, ["human", "review"]],
  ["order of statuses", STATUS_ORDER, ["in_progress", "blocked", "pending", "done"]],
])("%s", (_, values, expected) => {
  expect(values).toEqual(expected);
});

test("an item that is added without a priority gets 2", () => {
  expect(DEFAULT_PRIORITY).toBe(2);
});

describe("moves", () => {
  const allowed = [
    "pending > in_progress",
    "pending > blocked",
    "in_progress > done",
    "in_progress > blocked",
    "in_progress > pending",
    "blocked > pending",
    "done > pending",
  ];
  const everyPair = ITEM_STATUSES.flatMap((from) => ITEM_STATUSES.map((to) => `${from} > ${to}`));
  const inTable = ITEM_TRANSITIONS.map(({ from, to }) => `${from} > ${to}`);

  test.each(everyPair)("%s", (pair) => {
    expect(inTable.filter((row) => row === pair)).toHaveLength(allowed.includes(pair) ? 1 : 0);
  });
});
