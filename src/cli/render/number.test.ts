import { expect, test } from "vitest";
import { compactNumber, counted, wholeNumber } from "#cli/render/number";

test.each([
  [0, "0", "0"],
  [980, "980", "980"],
  [1_204, "1,204", "1.2k"],
  [41_250, "41,250", "41.2k"],
  [99_999, "99,999", "99.9k"],
  [214_700, "214,700", "214k"],
  [999_999, "999,999", "999k"],
  [1_960_000, "1,960,000", "1.9M"],
])("%i", (n, whole, compact) => {
  expect([wholeNumber(n), compactNumber(n)]).toEqual([whole, compact]);
});

test("one is one, all else are several", () => {
  expect([counted(0, "item"), counted(1, "item"), counted(1204, "item")]).toEqual([
    "0 items",
    "1 item",
    "1,204 items",
  ]);
  expect(counted(2, "retry", "retries")).toBe("2 retries");
});
