import { expect, test } from "vitest";
import { EXIT, EXIT_OF_STATE } from "#contracts/exit-codes";
import { LOOP_STATES } from "#contracts/loop-states";

test("exit codes", () => {
  expect(EXIT).toEqual({ ok: 0, error: 1, usage: 2, needsHuman: 3, limit: 4, blocked: 5, running: 6 });
});

// state, exit, exit when genuinely blocked items are left
const TABLE = [
  ["IDLE", 0, 5],
  ["RUNNING", 6, 6],
  ["PAUSED", 0, 5],
  ["COMPLETE", 0, 5],
  ["PAUSED_HUMAN", 3, 3],
  ["LIMIT_REACHED", 4, 4],
  ["ERROR", 1, 1],
  ["NOT_INSTALLED", 0, 0],
  ["SLEEPING_LIMIT", 4, 4],
  ["WEEKLY_LIMIT", 4, 4],
  ["REVIEWING", 6, 6],
  ["PAUSED_USAGE_LIMIT", 4, 4],
] as const;

test.each(TABLE)("status of %s exits with %i, with blocks %i", (state, exit, withBlocks) => {
  expect(EXIT_OF_STATE[state]).toEqual({ exit, withBlocks });
});

test("every state has its exit", () => {
  expect(TABLE.map(([state]) => state)).toEqual(LOOP_STATES);
});
