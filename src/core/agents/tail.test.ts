import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SIGNALS } from "#contracts/names";
import { createTail } from "#core/agents/tail";
import { anyCharacter } from "../../../test/samples/any-character.ts";

const tailOf = (lines: readonly string[], chars = 2000): string => {
  const tail = createTail(chars);
  for (const line of lines) tail.line(line);
  return tail.text();
};

const BOUNDED = { seed: 20261121, numRuns: 60 };

describe("the tail of a stream", () => {
  it("keeps the last characters", () => {
    expect(tailOf(["one", "two", "three"], 9)).toBe("two\nthree");
    expect(tailOf([])).toBe("");
  });

  it("masks signal words, so that nobody who reads the log finds one", () => {
    expect(tailOf(["TOOL_DONE", "TOOL_BLOCKED:x", "say TOOL_NEEDS_HUMAN", "TOOL_REVIEW:{}"])).toBe(
      "TOOL-DONE\nTOOL-BLOCKED:x\nsay TOOL-NEEDS-HUMAN\nTOOL-REVIEW:{}",
    );
  });

  it("masks a word that only the removal of controls puts together", () => {
    expect(tailOf(["TOOL_\u0000DONE"])).toBe("TOOL-DONE");
  });

  it("removes what steers a terminal", () => {
    expect(tailOf(["\u001b[31mred\u001b[0m", "\u001b]0;title\u0007text", "a\tb\r"])).toBe("red\ntext\na\tb");
  });

  it("never begins with half a character", () => {
    expect(tailOf(["🙂🙂🙂"], 3)).toBe("🙂");
  });

  it("is the same as cutting the whole, for any lines", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "é"), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (lines, chars) => {
        expect(tailOf(lines, chars)).toBe(lines.join("\n").trimEnd().slice(-chars));
      }),
      BOUNDED,
    );
  });

  it("holds no signal word and no more than asked for, whatever is printed", () => {
    const part = fc.oneof(
      fc.constantFrom(...Object.values(SIGNALS), "\u001b[0m", "_"),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 1, max: 200 }), (parts, chars) => {
        const text = tailOf(parts.join("").split("\n"), chars);
        expect(text.length).toBeLessThanOrEqual(chars);
        for (const word of Object.values(SIGNALS)) expect(text).not.toContain(word);
      }),
      BOUNDED,
    );
  });
});
