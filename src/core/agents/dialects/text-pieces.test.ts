import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextPieces } from "#core/agents/dialects/text-pieces";

/** What the pieces of each block come to, a record a line. */
function textsOf(...blocks: readonly (readonly string[])[]): string[] {
  const joiner = createTextPieces();
  return blocks
    .flatMap((pieces) => [...pieces.flatMap((one) => joiner.piece(one)), ...joiner.end()])
    .flatMap((record) => (record.type === "text" ? record.text.split("\n") : []));
}

describe("text in pieces", () => {
  it.each<[string, string[][], string[]]>([
    ["a word in two", [["All pass.\nTOOL_", "DONE"]], ["All pass.", "TOOL_DONE"]],
    ["two blocks", [["All pass."], ["TOOL_DONE"]], ["All pass.", "TOOL_DONE"]],
    ["a newline of its own", [["a", "\n", "b"]], ["a", "b"]],
    ["an empty line between pieces", [["a\n", "\nb"]], ["a", "", "b"]],
    ["an empty line within", [["a\n\nb"]], ["a", "", "b"]],
    ["nothing", [[], [""]], []],
  ])("%s", (_, blocks, lines) => {
    expect(textsOf(...blocks)).toEqual(lines);
  });

  it("gives a line as soon as it is whole", () => {
    const joiner = createTextPieces();
    expect(joiner.piece("TOOL_DONE")).toEqual([]);
    expect(joiner.piece("\n")).toEqual([{ type: "text", text: "TOOL_DONE" }]);
  });

  it("lets a line go that is longer than a mebibyte, and nothing else", () => {
    const long = Array.from({ length: 20 }, () => "x".repeat(100_000));
    expect(textsOf([...long, "TOOL_DONE\nafter"])).toEqual(["after"]);
    expect(textsOf(long, ["after"])).toEqual(["after"]);
  });

  it("comes to the same lines however it is cut", () => {
    const text = fc.array(fc.constantFrom("a", "b", "\n", "TOOL_DONE", " "), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (words, sizes) => {
        const whole = words.join("");
        const pieces: string[] = [];
        for (let at = 0; at < whole.length;) {
          const size = sizes.next().value;
          pieces.push(whole.slice(at, at + size));
          at += size;
        }
        expect(textsOf(pieces)).toEqual(
          whole.replace(/\n$/, "") === "" && whole === "" ? [] : linesOf(whole),
        );
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

/** The end of a block ends its last line, and no other begins. */
const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
