import { describe, expect, test } from "vitest";
import { DEFAULT_MARKER_OPTIONS, DEFAULT_TOOL_CONFIG, withDefaults } from "#contracts/defaults";

test("marker options", () => {
  expect(DEFAULT_MARKER_OPTIONS).toMatchObject({
    ignoreInTool: false,
    gitignoreScripts: false,
    maxIterations: 20,
    autoSweep: false,
    sweepMinAgeDays: 0,
    sessionTimeout: 60,
    runtime: "shell",
  });
  for (const none of ["model", "provider", "providerConfig"])
    expect(DEFAULT_MARKER_OPTIONS).not.toHaveProperty(none);
});

test("config", () => {
  expect(DEFAULT_TOOL_CONFIG).toEqual({ port: 5173, theme: "system" });
});

describe("reading with defaults", () => {
  test.each([
    [{}, { port: 5173, theme: "system" }],
    [{ port: 8080 }, { port: 8080, theme: "system" }],
    [
      { theme: undefined, extra: 1 },
      { port: 5173, theme: "system", extra: 1 },
    ],
  ])("%o", (stored, expected) => {
    expect(withDefaults(DEFAULT_TOOL_CONFIG, stored)).toEqual(expected);
  });

  test("the stored record is left as it is", () => {
    const stored = Object.freeze({ port: 8080 });
    withDefaults(DEFAULT_TOOL_CONFIG, stored);
    expect(stored).toEqual({ port: 8080 });
  });
});
