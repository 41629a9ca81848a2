import assert from "node:assert/strict";
import { test } from "node:test";
import { dayTotals } from "../src/totals.js";

const entry = (day, cents) => ({ day: `2026-11-${day}`, text: "", cents });

test("a day without entries has no total", () => {
  assert.deepEqual([...dayTotals([])], []);
});

test("the entries of a day are added up", () => {
  const totals = dayTotals([entry("03", 100), entry("04", 5), entry("03", 20)]);
  assert.deepEqual(
    [...totals],
    [
      ["2026-11-03", 120],
      ["2026-11-04", 5],
    ],
  );
});

test("a refund lowers the total of its day", () => {
  assert.deepEqual([...dayTotals([entry("03", 100), entry("03", -30)])], [["2026-11-03", 70]]);
});
