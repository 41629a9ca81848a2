import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findIgnoreLines,
  ignoreLines,
  removeIgnoreLines,
  upsertIgnoreLines,
} from "#core/install/ignore-lines";
import { findBlock, removeBlock, upsertBlock } from "#core/install/managed-block";

const BEGIN = "<!-- tool:begin -->";
const END = "<!-- tool:end -->";

test.each<[string, string | null, string]>([
  ["no file", null, `${BEGIN}\nhello\n${END}\n`],
  ["an empty file", "", `${BEGIN}\nhello\n${END}`],
  ["a text", "# A\n", `# A\n\n${BEGIN}\nhello\n${END}\n`],
  ["a text without a last line break", "# A", `# A\n\n${BEGIN}\nhello\n${END}`],
  ["Windows line breaks", "# A\r\n", `# A\r\n\r\n${BEGIN}\r\nhello\r\n${END}\r\n`],
  ["a byte order mark", "\uFEFF# A\n", `\uFEFF# A\n\n${BEGIN}\nhello\n${END}\n`],
  ["our block in the middle", `# A\n${BEGIN}\nold\n${END}\nB\n`, `# A\n${BEGIN}\nhello\n${END}\nB\n`],
  ["our block at the very end", `# A\n${BEGIN}\nold\n${END}`, `# A\n${BEGIN}\nhello\n${END}`],
  ["an indented marker", `  ${BEGIN} \nold\n\t${END}\n`, `  ${BEGIN}\nhello\n${END}\n`],
  [
    "a marker in prose is none",
    `the block between ${BEGIN} and ${END}\n`,
    `the block between ${BEGIN} and ${END}\n\n${BEGIN}\nhello\n${END}\n`,
  ],
])("the block goes into %s", (_, before, after) => {
  expect(upsertBlock(before, "hello\n")).toBe(after);
});

const bodies = fc.string({ unit: fc.constantFrom("a", "#", " ", "\n", "é", "|") });
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r\n", "\r", "\uFEFF", "x", BEGIN.slice(0, 4)) }),
  fc.string(),
);

test("in and out again leaves every byte as it was", () => {
  fc.assert(
    fc.property(texts, bodies, (text, body) => {
      expect(removeBlock(upsertBlock(text, body)).text).toBe(text);
    }),
    { seed: 20261121 },
  );
});

test.each([
  ["right below a line", `# A\n${BEGIN}\nx\n${END}\n`, "# A\n"],
  ["between two lines", `# A\n${BEGIN}\nx\n${END}\nB\n`, "# A\nB\n"],
  ["between two blank lines", `# A\n\n${BEGIN}\nx\n${END}\n\nB\n`, "# A\n\nB\n"],
  ["at the very end of a line's own", `# A\n${BEGIN}\nx\n${END}`, "# A\n"],
])("taken out %s, no line of the user's joins another or loses its end", (_, text, rest) => {
  expect(removeBlock(text).text).toBe(rest);
});

test("twice is once, and another body replaces only ours", () => {
  fc.assert(
    fc.property(texts, bodies, bodies, (text, body, other) => {
      const once = upsertBlock(text, body);
      expect(upsertBlock(once, body)).toBe(once);
      expect(upsertBlock(upsertBlock(text, other), body)).toBe(once);
    }),
    { seed: 20261121 },
  );
});

test("what stands around the block survives updates and its removal", () => {
  fc.assert(
    fc.property(texts, texts, bodies, bodies, (before, after, body, other) => {
      const text = `${before}\n${BEGIN}\n${other}\n${END}\n${after}`;
      const updated = upsertBlock(text, body);
      expect(updated.startsWith(`${before}\n`)).toBe(true);
      expect(updated.endsWith(`\n${after}`)).toBe(true);
      const removed = removeBlock(text).text;
      expect(removed.startsWith(before) && removed.endsWith(after)).toBe(true);
    }),
    { seed: 20261121 },
  );
});

test.each([
  ["nothing but our block", `${BEGIN}\nx\n${END}\n`, true],
  ["blank lines behind it", `${BEGIN}\nx\n${END}\n\n`, true],
  ["a blank line that was there before", `\n\n${BEGIN}\nx\n${END}\n`, false],
  ["nothing, as an empty file gets it", `${BEGIN}\nx\n${END}`, false],
  ["a byte order mark besides", `\uFEFF${BEGIN}\nx\n${END}`, false],
  ["the user's text, too", `# A\n\n${BEGIN}\nx\n${END}\n`, false],
  ["no block", "# A\n", false],
])("a file with %s holds only ours: %3$s", (_, text, onlyOurs) => {
  expect(removeBlock(text).onlyOurs).toBe(onlyOurs);
});

describe("damaged markers", () => {
  test.each([
    ["two beginnings", `${BEGIN}\n${BEGIN}\n${END}\n`, "stand there more than once"],
    ["two blocks", `${BEGIN}\n${END}\n${BEGIN}\n${END}\n`, "stand there more than once"],
    ["no end", `${BEGIN}\nx\n`, "have no end"],
    ["no beginning", `x\n${END}\n`, "have no beginning"],
    ["the wrong order", `${END}\n${BEGIN}\n`, "stand in the wrong order"],
  ])("%s is refused, never guessed", (_, text, why) => {
    expect(findBlock(text)).toEqual({ kind: "damaged", why });
    const refusal = expect.objectContaining({ code: "CONFLICT", message: `The markers ${why}.` });
    expect(() => upsertBlock(text, "x")).toThrow(refusal);
    expect(() => removeBlock(text)).toThrow(refusal);
  });
});

test.each([
  ["absent", "# A\n", { kind: "absent" }],
  ["present", `A\n${BEGIN}\nx\ny\n${END}\n`, { kind: "present", start: 2, end: 43, body: "x\ny" }],
  ["present and empty", `${BEGIN}\n${END}\n`, { kind: "present", start: 0, end: 37, body: "" }],
])("a block is found: %s", (_, text, found) => {
  expect(findBlock(text)).toEqual(found);
});

describe("ignore lines", () => {
  test("bookkeeping by default, the instruction files on request", () => {
    const lines = ignoreLines({ gitignoreScripts: false });
    expect(lines).toContain("/.tool/state.json");
    expect(lines).toContain("/.tool/**/*events.ndjson");
    expect(lines).not.toContain("/.tool/TOOL.md");
    const scripts = ["/.tool/TOOL.md", "/.tool/REVIEW.md", "/.tool/backlog.schema.json"];
    expect(ignoreLines({ gitignoreScripts: true })).toEqual(expect.arrayContaining([...lines, ...scripts]));
  });

  test("a region of its own at the end, the user's lines untouched, in and out", () => {
    const text = "node_modules\n/.tool/state.json\n";
    const merged = upsertIgnoreLines(text, ["/a", "/b"]);
    expect(merged).toBe(`${text}\n# tool:begin\n/a\n/b\n# tool:end\n`);
    expect(findIgnoreLines(merged)).toMatchObject({ kind: "present", body: "/a\n/b" });
    expect(upsertIgnoreLines(merged, ["/a", "/b"])).toBe(merged);
    expect(removeIgnoreLines(merged)).toEqual({ text, onlyOurs: false });
    expect(removeIgnoreLines(upsertIgnoreLines(null, ["/a"]))).toEqual({ text: "", onlyOurs: true });
  });
});
