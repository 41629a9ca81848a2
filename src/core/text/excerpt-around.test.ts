import { describe, expect, it } from "vitest";
import { excerptAround } from "#core/text/excerpt-around";

/** At a line and a column, both from 1. */
function excerpt(text: string, line: number, column: number) {
  const above = text.split("\n").slice(0, line - 1);
  return excerptAround(text, line, above.join("").length + above.length + column - 1);
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

describe("excerptAround", () => {
  it.each([
    ["in the middle", 50, 36, 66],
    ["at the start", 1, 1, 17],
    ["near the start", 3, 1, 19],
    ["at the end", 100, 86, 100],
  ])("shows what stands around a line %s", (_, line, first, last) => {
    const shown = excerpt(numbered(100), line, 3);
    expect(shown).toMatchObject({ firstLine: first, caret: 2 });
    expect([shown?.lines[0], shown?.lines.at(-1)]).toEqual([`line ${first}`, `line ${last}`]);
    expect(shown?.lines[line - first]).toBe(`line ${line}`);
  });

  it.each([
    ["nothing", "", 1, 1, [""], 0],
    ["the end of the only line", '{"a": 1', 1, 8, ['{"a": 1'], 7],
    ["line ends of Windows", "{\r\n  x\r\n}", 2, 3, ["{", "  x", "}"], 2],
  ] as const)("takes %s", (_, text, line, column, lines, caret) => {
    expect(excerpt(text, line, column)).toEqual({ firstLine: 1, lines, caret });
  });

  it("keeps the place in sight of a line that is too long, and cuts the others at their end", () => {
    const long = `${"a".repeat(100_000)}!${"b".repeat(100_000)}`;
    const shown = excerpt(`${"c".repeat(300)}\n${"d".repeat(100_000)}\n${long}\nlast`, 3, 100_001);
    expect(shown?.firstLine).toBe(3);
    const [line = ""] = shown?.lines ?? [];
    expect(line).toHaveLength(200);
    expect(line[shown?.caret ?? 0]).toBe("!");
    expect(line.startsWith("…aaa") && line.endsWith("bbb…")).toBe(true);
    const short = excerpt(`${"c".repeat(300)}\nx`, 2, 1);
    expect(short?.lines).toEqual([`${"c".repeat(199)}…`, "x"]);
  });

  const token = `ghp_${"x".repeat(36)}`;

  it("masks what looks like a secret, and still points at the place", () => {
    const shown = excerpt(`{\n  "notes": "${token}" "a": 1,\n  "b": "${token}"\n}`, 2, 55);
    expect(shown?.lines).toEqual(["{", '  "notes": "ghp_***" "a": 1,', '  "b": "ghp_***"', "}"]);
    expect(shown?.lines[1]?.slice(shown.caret)).toBe('"a": 1,');
  });

  it("shows nothing of a secret whose start is out of sight, nor of one of many lines", () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"TUlJRXZRSUJBREFO\n".repeat(50)}`;
    expect(excerpt(`{\n"a": "${key}"`, 40, 1)).toBeNull();
    const inLine = `{"key": "-----BEGIN PRIVATE KEY-----${"TUlJRXZR".repeat(500)}" x`;
    expect(JSON.stringify(excerpt(inLine, 1, inLine.length))).not.toContain("TUlJ");
  });
});
