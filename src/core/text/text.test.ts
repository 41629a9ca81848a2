import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "#core/text/clean-text";
import { compactNumber } from "#core/text/compact-number";
import { durationWords } from "#core/text/duration-words";
import { foldLine } from "#core/text/fold-line";
import { utf8Length } from "#core/text/utf8-length";
import { anyCharacter } from "../../../test/samples/any-character.ts";

const BOUNDED = { seed: 20261121, numRuns: 60 };

describe("cleanText", () => {
  it.each<[string, string, string]>([
    ["plain text", "a\tb\nc 'é🙂", "a\tb\nc 'é🙂"],
    ["colours", "\u001b[1;31mred\u001b[0m", "red"],
    ["8-bit sequences", "\u009b31mred", "red"],
    ["titles, ended by BEL or ST", "\u001b]0;t\u0007a\u001b]8;;u\u001b\\b", "ab"],
    ["a title without an end takes its line alone", "\u001b]0;t\nb", "\nb"],
    ["cursor moves and resets", "\u001b[2K\u001b[1Gx\u001bc\u001b7y", "xy"],
    ["controls", "a\u0000\u0008\u000b\u000c\r\u007f\u0085b", "ab"],
    ["bidi overrides and isolates", "a\u202eb\u2066c\u200fd", "abcd"],
    ["halves of characters", "a\ud83db\ude00", "ab"],
  ])("%s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it("leaves nothing that it would remove a second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanText(text)).not.toMatch(/[^\P{Cc}\t\n]|\p{Surrogate}|[\u202a-\u202e]/u);
      }),
      BOUNDED,
    );
  });
});

describe("foldLine", () => {
  it.each<[string, string]>([
    ["  a\r\n  b\n\nc \u2028d ", "a b c d"],
    ["a  b", "a  b"],
    ["\r", ""],
    ["a\rb", "a b"],
  ])("%j becomes %j", (text, line) => {
    expect(foldLine(text)).toBe(line);
  });
});

describe("durationWords", () => {
  it.each<[number, string]>([
    [-5, "0s"],
    [999, "0s"],
    [8_000, "8s"],
    [59_999, "59s"],
    [134_000, "2m 14s"],
    [400_000, "6m 40s"],
    [3_600_000, "1h 00m"],
    [3_780_000, "1h 03m"],
    [86_400_000, "1d 0h"],
    [187_200_000, "2d 4h"],
  ])("%d ms: %s", (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });
});

describe("compactNumber", () => {
  it.each<[number, string]>([
    [0, "0"],
    [980, "980"],
    [999.9, "999"],
    [1000, "1.0k"],
    [41_290, "41.2k"],
    [214_999, "214k"],
    [999_999, "999k"],
    [1_900_000, "1.9M"],
  ])("%d: %s", (count, words) => {
    expect(compactNumber(count)).toBe(words);
  });
});

describe("utf8Length", () => {
  it("counts as an encoder does", () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom("\ud83d", "\ude00"))),
        (parts) => {
          expect(utf8Length(parts.join(""))).toBe(encoder.encode(parts.join("")).length);
        },
      ),
      BOUNDED,
    );
  });
});
