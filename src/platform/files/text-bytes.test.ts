import { closeSync, mkdtempSync, openSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createTextBytes } from "#platform/files/text-bytes";

const file = join(mkdtempSync(join(tmpdir(), "text-bytes-")), "file");
const large = (letter: string, length = 50_000): string => letter.repeat(length);

function holds(texts: ReturnType<typeof createTextBytes>, text: string): boolean {
  const fd = openSync(file, "r");
  try {
    return texts.isIn(fd, statSync(file).size, text);
  } finally {
    closeSync(fd);
  }
}

test.each([
  ["the same", large("a"), large("a"), true],
  ["of the same length", large("a"), large("b"), false],
  ["another at its end", `${large("a")}b`, `${large("a")}c`, false],
  ["longer", large("a", 50_001), large("a"), false],
  ["shorter", large("a", 49_999), large("a"), false],
  ["of several bytes a letter", large("é🙂"), large("é🙂"), true],
  ["with a mark at its beginning", `\ufeff${large("a")}`, large("a"), false],
])("a file that is %s", (_, inFile, known, same) => {
  const texts = createTextBytes();
  writeFileSync(file, inFile);
  expect(holds(texts, known)).toBe(same);
  // Room that held another text before says nothing about this one.
  texts.of(large("z", 90_000));
  expect(holds(texts, known)).toBe(same);
  expect(texts.of(known).toString("utf8")).toBe(known);
});

test("a small text is read anew", () => {
  writeFileSync(file, "small");
  expect(holds(createTextBytes(), "small")).toBe(false);
});

test("the bytes of each text are its own, however it differs from the one before", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.constantFrom("", "a", "é", "🙂", "x".repeat(40_000)),
  );
  const edit = fc.record({ at: fc.nat(100_000), remove: fc.nat(40_000), insert: piece, anew: fc.boolean() });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      const texts = createTextBytes();
      const plain = `${large("{}", 20_000)}${large("ab", 30_000)}`;
      let text = plain;
      for (const { at, remove, insert, anew } of edits) {
        text = anew ? plain : text.slice(0, at) + insert + text.slice(at + (remove % (at + 1)));
        expect(texts.of(text).equals(Buffer.from(text, "utf8"))).toBe(true);
      }
    }),
    { seed: 20261121, numRuns: 300 },
  );
});
