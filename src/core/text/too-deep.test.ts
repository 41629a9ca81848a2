import { describe, expect, it } from "vitest";
import { refuseDepth, tooDeep } from "#core/text/too-deep";

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};
const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
const overflow = (): number => overflow() + 1;

describe("refuseDepth", () => {
  it("refuses what a writer could not stand, and nothing that anybody writes", () => {
    expect(() => refuseDepth({ options: { deep } }, "x.json")).toThrow("x.json is nested too deeply.");
    expect(() => refuseDepth(JSON.parse(`${"[".repeat(400)}${"]".repeat(400)}`), "x.json")).not.toThrow();
    expect(() => refuseDepth("[[[[", "x.json")).not.toThrow();
  });
});

describe("tooDeep", () => {
  it("names the file that can't be written", () => {
    const error = thrownBy(() => JSON.stringify({ deep }, null, 2));
    expect(tooDeep(error, "/p/.tool.json")).toMatchObject({
      code: "VALIDATION_ERROR",
      message: "/p/.tool.json is nested too deeply.",
      details: { file: "/p/.tool.json" },
    });
    expect(tooDeep(error)?.details).toBeUndefined();
  });

  it.each([
    ["a recursion of our own", thrownBy(overflow)],
    ["another fault of range", thrownBy(() => "x".repeat(-1))],
    ["what JSON can't say", thrownBy(() => JSON.stringify({ big: 1n }))],
    ["no error", "Maximum call stack size exceeded"],
  ])("leaves %s to others", (_, error) => {
    expect(tooDeep(error)).toBeNull();
  });
});
