import { expect, test } from "vitest";
import { clean, cleanLines } from "#cli/render/clean";

test.each([
  ["plain", "plain"],
  ["two\nlines\r\nthree", "two lines three"],
  ["a\tb", "a b"],
  ["\u001b[31mred\u001b[0m", "red"],
  ["\u001b]0;title\u0007text", "text"],
  ["bell\u0007", "bell"],
  ["abc\u202Edcba\u2066x\u2069", "abcdcbax"],
  ["日本 👩‍👩‍👧", "日本 👩‍👩‍👧"],
])("%j is shown as %j", (text, shown) => {
  expect(clean(text)).toBe(shown);
});

test("a text that is shown whole keeps its lines and their indent", () => {
  expect(cleanLines("one\r\n  two \n\u001b[2Jthree")).toEqual(["one", "  two", "three"]);
});
