import { describe, expect, it } from "vitest";
import { LINE_KEPT_BYTES, LINE_MAX_BYTES } from "#contracts/limits";
import { createLineSplitter } from "#platform/processes/line-splitter";

/** Pushes the bytes in chunks of a size and gives all lines, a cut one with a mark behind it. */
function split(text: string | Buffer, chunkBytes: number): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter((line, cut) => lines.push(cut ? `${line}<cut>` : line));
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
  splitter.end();
  return lines;
}

describe("lines", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["\n", [""]],
    ["a\n\nb\n", ["a", "", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\rb\r\r\n", ["a\rb\r"]],
    ["a\r", ["a"]],
    ["größe 😀\nTOOL_DONE", ["größe 😀", "TOOL_DONE"]],
  ])("%j", (text, lines) => {
    for (const chunkBytes of [1, 2, 3, 7, 1000]) expect(split(text, chunkBytes)).toEqual(lines);
  });

  it("replaces bytes that are no UTF-8 and goes on", () => {
    expect(split(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]), 1)).toEqual(["a\ufffd", "b"]);
  });
});

describe("a line above the cap", () => {
  const over = LINE_MAX_BYTES + 1;

  it("is whole up to the cap", () => {
    const [line, ...rest] = split(`${"x".repeat(LINE_MAX_BYTES)}\nnext\n`, 65_536);
    expect(line).toHaveLength(LINE_MAX_BYTES);
    expect(rest).toEqual(["next"]);
  });

  it.each([65_536, over + 100])("arrives once, with its beginning (chunks of %i)", (chunkBytes) => {
    const kept = `${"x".repeat(LINE_KEPT_BYTES)}<cut>`;
    expect(split(`${"x".repeat(over)}\nnext\n`, chunkBytes)).toEqual([kept, "next"]);
    expect(split("x".repeat(over * 2), chunkBytes)).toEqual([kept]);
  });

  it("is not cut inside of a character", () => {
    const [line] = split(`xx${"😀".repeat(over / 4)}\n`, 65_536);
    expect(line).toMatch(/^xx(😀)+<cut>$/u);
  });

  it("is not followed by its rest when it ends at once", () => {
    expect(split(`${"x".repeat(over)}\n\na\n`, over)).toEqual([
      `${"x".repeat(LINE_KEPT_BYTES)}<cut>`,
      "",
      "a",
    ]);
  });
});

it("can be ended by its own listener", () => {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => {
    lines.push(line);
    splitter.end();
  });
  splitter.push(Buffer.from("a"));
  splitter.push(Buffer.from("b\n"));
  splitter.end();
  expect(lines).toEqual(["ab"]);
});
