import { expect, test } from "vitest";
import { visibleText } from "#core/text/visible-text";

test.each([
  ["an escape", "a\u001b[31mb", "a\u241b[31mb"],
  ["a bell", "\u0007", "\u2407"],
  ["a delete", "\u007f", "\u2421"],
  ["an Arabic letter mark", "\u061c", "\u2421"],
  ["an override and its end", "\u202eabc\u202c", "\u2421abc\u2421"],
  ["half a character", "\ud800", "\u2421"],
  ["lines and tabs", "a\r\nb\tc\n", "a\nb\tc\n"],
  ["what is no secret", "Ünï 漢字 🙂", "Ünï 漢字 🙂"],
])("%s", (_, hidden, shown) => {
  expect(visibleText(hidden)).toBe(shown);
});
