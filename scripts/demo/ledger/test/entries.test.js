import assert from "node:assert/strict";
import { test } from "node:test";
import { readEntries } from "../src/entries.js";

test("an entry has a day, a text and cents", () => {
  assert.deepEqual(readEntries("2026-11-03;Coffee;-3.50\n"), [
    { day: "2026-11-03", text: "Coffee", cents: -350 },
  ]);
});

test("empty lines are no entries", () => {
  assert.deepEqual(readEntries("\n\n"), []);
});
