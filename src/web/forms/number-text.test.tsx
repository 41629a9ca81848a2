import { expect, test } from "vitest";
import { readNumber } from "#web/forms/number-text";

const PORT = { name: "The port", least: 1, most: 65_535 };
const MINUTES = { name: "The timeout", least: 0.01, fraction: true } as const;

test.each([
  ["5173", PORT, 5173],
  [" 80 ", PORT, 80],
  ["", PORT, null],
  ["0", PORT, "The port must be a whole number from 1 to 65535."],
  ["70000", PORT, "The port must be a whole number from 1 to 65535."],
  ["80.5", PORT, "The port must be a whole number from 1 to 65535."],
  ["eighty", PORT, "The port must be a whole number from 1 to 65535."],
  ["0.05", MINUTES, 0.05],
  ["0,5", MINUTES, 0.5],
  ["0", MINUTES, "The timeout must be a number, 0.01 at least."],
  ["1e999", MINUTES, "The timeout must be a number, 0.01 at least."],
])("%j", (text, rule, result) => {
  expect(readNumber(text, rule)).toBe(result);
});
