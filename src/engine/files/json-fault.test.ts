import { describe, expect, it } from "vitest";
import { findJsonFault } from "#engine/files/json-fault";

const CONFLICT = "a merge conflict stands here; to keep both sides, take out the lines of its markers";
const ROWS: readonly (readonly [name: string, text: string, line: number, column: number, words: string])[] =
  [
    ["nothing", "", 1, 1, "the file is empty"],
    ["blanks", " \n\t\n", 1, 1, "the file is empty"],
    ["a missing comma in an object", '{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma or } is missing"],
    ["a missing comma in a list", '{"a": [1 2]}', 1, 10, "a comma or ] is missing"],
    ["a missing comma between items", '[{"a":1}\n{"a":2}]', 2, 1, "a comma or ] is missing"],
    ["an object cut short", '{"a": 1', 1, 8, "a } is missing"],
    ["a list cut short", '{"a": [1, 2', 1, 12, "a ] is missing"],
    ["a text cut short", '{"a": "x', 1, 7, "the closing quote is missing"],
    ["a comma too many in an object", '{"a": 1,}', 1, 9, "the comma before this is one too many"],
    ["a comma too many in a list", "[1,\n]", 2, 1, "the comma before this is one too many"],
    ["a name without quotes", "{a: 1}", 1, 2, "a name in double quotes is missing"],
    ["a name in single quotes", "{'a': 1}", 1, 2, "a name in double quotes is missing"],
    ["a missing colon", '{"a" 1}', 1, 6, "a : is missing"],
    ["a missing value", '{"a": }', 1, 7, "a value is missing"],
    ["a comment", '// mine\n{"a": 1}', 1, 1, "JSON has no comments"],
    ["a merge conflict", '{\n<<<<<<< HEAD\n"a": 1\n}', 2, 1, CONFLICT],
    ["a conflict resolved by half", '{\n"a": 1\n=======\n}', 3, 1, CONFLICT],
    ["something after the end", '{"a": 1}}', 1, 9, "something stands after the end"],
    ["an unknown word", '{"a": yes}', 1, 7, "this is no JSON value"],
    ["an unknown escape", String.raw`{"a": "\q"}`, 1, 7, "this escape is unknown"],
    ["a tab in a text", '{"a": "x\ty"}', 1, 7, "a control character stands in a text"],
    ["a number without its end", '{"a": 1e}', 1, 7, "this is no number"],
  ];

describe("findJsonFault", () => {
  it.each(ROWS)("names %s", (_, text, line, column, words) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonFault(text)).toMatchObject({ line, column, words });
  });

  it("tells a conflict from other faults", () => {
    expect(ROWS.filter(([, text]) => findJsonFault(text).conflict)).toHaveLength(2);
  });

  it("shows the lines around it, secrets masked", () => {
    const text = `{\n  "notes": "sk-ant-${"x".repeat(40)}"\n  "items": []\n}`;
    expect(findJsonFault(text).excerpt).toEqual({
      firstLine: 1,
      lines: ["{", '  "notes": "sk-ant-***"', '  "items": []', "}"],
      caret: 2,
    });
  });
});
