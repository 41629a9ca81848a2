import assert from "node:assert/strict";
import { test } from "node:test";
import { readEntries } from "../src/entries.js";
import { monthlyStatement } from "../src/statement.js";

const csv = `2026-11-03;Rent;-850,00
2026-11-03;Coffee;-3,50
2026-11-17;Invoice 114;1.250,00
2026-12-01;Rent;-850,00
`;

test("a statement has a line for each day of its month, and the total", () => {
  assert.equal(
    monthlyStatement(readEntries(csv), "2026-11"),
    ["Statement 2026-11", "2026-11-03     -853.50", "2026-11-17     1250.00", "total           396.50"].join(
      "\n",
    ),
  );
});
