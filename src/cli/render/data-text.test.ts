import { expect, it } from "vitest";
import { dataText } from "#cli/render/data-text";

it("is the same value, and nothing that a terminal obeys", () => {
  const value = { title: "a\u009b2J\u202eb\u007f\u0085\u2066é👩‍💻\n", list: [1, null, "\u001b]0;x\u0007"] };
  expect(JSON.parse(dataText(value))).toEqual(value);
  expect(JSON.parse(dataText(value, 2))).toEqual(value);
  expect(dataText(value)).not.toMatch(/[^\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/u);
  expect(dataText("plain é")).toBe('"plain é"');
});
