import * as fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { cut, cutStart, padEnd, padStart, textWidth, widest, wrap } from "#cli/render/width";

describe("textWidth", () => {
  test.each([
    ["", 0],
    ["ledger", 6],
    ["日本", 4],
    ["👩‍👩‍👧", 2],
    ["e\u0301", 1],
    ["\u001b[1mbold\u001b[22m", 4],
  ])("%j takes %i columns", (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});

describe("textWidth and string-width, which is too slow to load, agree", () => {
  test.each([
    "Grüße aus Łódź, привет, γειά σου",
    "→ ✓ ● ○ » ↻ ■ ✗ ━─ ⠋ … ·",
    "漢字かなカナ한국어 ｆｕｌｌ ｶﾅ",
    "한국어 decomposed: \u1112\u1161\u11ab",
    "⌚ ⏩ ☔ ♈ ⚓ ⛔ ✅ ➕ ⭐ 🀄 🈁 🌍 🚀 🤖 🫠",
    "☀️ ❤️ 1️⃣ #️⃣ 👍🏽 👩‍💻 🏳️‍🌈 🇩🇪🇯🇵",
    "☀ ❤ ✔ ↔",
    "e\u0301 a\u0308\u0323 नमस्ते का ภาษาไทย العربية עברית",
    "zero\u200bwidth\u00adsoft\u2060joiner\ufeff",
  ])("%s", (text) => {
    expect(textWidth(text)).toBe(stringWidth(text));
  });

  test("in any mixture of scripts", () => {
    const block = (from: number, to: number) =>
      fc.integer({ min: from, max: to }).map((at) => String.fromCodePoint(at));
    const letters = fc.oneof(
      // Without the controls: nothing is measured before they are taken out.
      block(0x20, 0x7e),
      block(0xa0, 0x24f),
      block(0x370, 0x4ff),
      block(0x2010, 0x2027),
      block(0x2190, 0x2bff),
      block(0x3041, 0x30ff),
      block(0x4e00, 0x4fff),
      block(0xac00, 0xacff),
      block(0x1f300, 0x1faff),
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        expect(textWidth(text)).toBe(stringWidth(text));
      }),
      { seed: 20_261_121 },
    );
  });
});

describe("cut", () => {
  test.each([
    ["Fix rounding", 12, "Fix rounding"],
    ["Fix rounding", 11, "Fix roundi…"],
    ["Fix rounding", 5, "Fix…"],
    ["日本語の題", 7, "日本語…"],
    ["日本語の題", 6, "日本…"],
    ["👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, "👩‍👩‍👧👩‍👩‍👧…"],
  ])("%j at %i is %j", (text, columns, expected) => {
    expect(cut(text, columns, "…")).toBe(expected);
  });

  test("the ASCII mark counts three columns", () => {
    expect(cut("Fix rounding", 9, "...")).toBe("Fix ro...");
  });

  test("never wider than asked, never half a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (text, columns) => {
          const short = cut(text, columns, "…");
          expect(textWidth(short)).toBeLessThanOrEqual(columns);
          expect(short).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
  });
});

describe("cutStart", () => {
  test.each([
    ["~/code/ledger-api", 17, "~/code/ledger-api"],
    ["~/code/ledger-api", 16, "…/ledger-api"],
    ["~/code/ledger-api", 12, "…/ledger-api"],
    ["~/code/ledger-api", 8, "…ger-api"],
  ])("%j at %i is %j", (path, columns, expected) => {
    expect(cutStart(path, columns, "…")).toBe(expected);
  });
});

describe("wrap", () => {
  const reason = "needs NPM_TOKEN; there are no credentials in this environment";

  test("breaks at spaces", () => {
    expect(wrap(reason, 33)).toEqual(["needs NPM_TOKEN; there are no", "credentials in this environment"]);
  });

  test("keeps to a number of lines and says that more was there", () => {
    expect(wrap(reason, 20, { lines: 2, mark: "…" })).toEqual(["needs NPM_TOKEN;", "there are no…"]);
  });

  test("breaks a word that no line can hold, but never a URL", () => {
    expect(wrap("日本語の題です", 6)).toEqual(["日本語", "の題で", "す"]);
    expect(wrap("see https://example.org/a/long/path", 10)).toEqual([
      "see",
      "https://example.org/a/long/path",
    ]);
  });

  test("an empty text is one empty line", () => {
    expect(wrap("", 10)).toEqual([""]);
  });

  test("loses no letter", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 3, max: 60 }), (text, columns) => {
        expect(wrap(text, columns).join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});

test("the widest is found among more texts than a call takes arguments", () => {
  expect(widest([...Array.from({ length: 200_000 }, () => "a"), "日本"])).toBe(4);
  expect(widest([])).toBe(0);
});

test("padding counts columns, not characters", () => {
  expect(padEnd("日本", 6)).toBe("日本  ");
  expect(padStart("12", 4)).toBe("  12");
  expect(padEnd("long", 2)).toBe("long");
});
