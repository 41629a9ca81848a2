import { expect, test } from "vitest";
import { shellWord } from "#core/text/shell-word";

test.each([
  ["plain-1.2/x", "plain-1.2/x"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["$(rm)", "'$(rm)'"],
  ["", "''"],
])("%j is typed as %j", (word, typed) => {
  expect(shellWord(word)).toBe(typed);
});
