import { expect, test } from "vitest";
import { assertMove, canMove } from "#core/backlog/transition-item";
import { ToolError } from "#contracts/error";
import { ITEM_STATUSES, type ItemStatus } from "#contracts/item-rules";

/** Spec: Backlog item status. */
const TABLE: readonly (readonly [ItemStatus, ItemStatus])[] = [
  ["pending", "in_progress"],
  ["pending", "blocked"],
  ["in_progress", "done"],
  ["in_progress", "blocked"],
  ["in_progress", "pending"],
  ["blocked", "pending"],
  ["done", "pending"],
];

const ALL = ITEM_STATUSES.flatMap((from) => ITEM_STATUSES.map((to) => [from, to] as const));
const isRow = (from: ItemStatus, to: ItemStatus): boolean => TABLE.some(([a, b]) => a === from && b === to);

test.each(TABLE)("%s → %s is a row of the table", (from, to) => {
  expect(canMove(from, to)).toBe(true);
  expect(() => assertMove("006", from, to)).not.toThrow();
});

test.each(ALL.filter(([from, to]) => !isRow(from, to)))("%s → %s is refused", (from, to) => {
  expect(canMove(from, to)).toBe(false);
  expect(() => assertMove("006", from, to)).toThrow(ToolError);
});

test.each([
  ["pending", "done", "From pending it goes to in_progress or blocked; done comes with its commit."],
  ["blocked", "in_progress", "From blocked it goes to pending."],
  ["done", "blocked", "From done it goes to pending."],
] as const)("%s → %s is refused in words", (from, to, reason) => {
  const refusal = { code: "TRANSITION_INVALID", message: `006 can't go from ${from} to ${to}.`, reason };
  expect(() => assertMove("006", from, to)).toThrow(expect.objectContaining(refusal));
});
