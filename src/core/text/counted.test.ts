import { expect, test } from "vitest";
import { counted, wholeNumber } from "#core/text/counted";

test.each([
  [0, "0"],
  [980, "980"],
  [1_204, "1,204"],
  [41_250, "41,250"],
  [99_999, "99,999"],
  [214_700, "214,700"],
  [999_999, "999,999"],
  [1_960_000, "1,960,000"],
])("%i", (n, whole) => {
  expect(wholeNumber(n)).toBe(whole);
});

test("one is one, all else are several", () => {
  expect([counted(0, "item"), counted(1, "item"), counted(1204, "item")]).toEqual([
    "0 items",
    "1 item",
    "1,204 items",
  ]);
  expect(counted(2, "retry", "retries")).toBe("2 retries");
});
