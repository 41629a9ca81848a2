import { describe, expect, test } from "vitest";
import { mergeProfile } from "#core/profile/merge-profile";
import { mergeOptions } from "#core/projects/merge-options";

const stored = {
  stack: "python",
  packageManager: null,
  monorepo: false,
  commands: { test: "pytest", typecheck: null, lint: "ruff check .", build: null, format: null },
  verify: "pytest && ruff check .",
  own: "kept",
};

describe("a profile", () => {
  test.each([
    [{}, {}],
    [{ stack: " go " }, { stack: "go" }],
    [
      { packageManager: "bun", monorepo: true },
      { packageManager: "bun", monorepo: true },
    ],
    [{ commands: { lint: "" } }, { commands: { ...stored.commands, lint: null }, verify: "pytest" }],
    [{ commands: { lint: null } }, { commands: { ...stored.commands, lint: null }, verify: "pytest" }],
    [
      { commands: { build: " make " }, verify: "whatever is said" },
      { commands: { ...stored.commands, build: "make" }, verify: "pytest && ruff check . && make" },
    ],
  ])("with %j", (patch, changed) => {
    expect(mergeProfile(stored, patch)).toEqual({ ...stored, ...changed });
  });

  test.each([
    [{ commands: { test: "a\nb" } }, "commands.test"],
    [{ stack: "" }, "stack"],
    [{ packageManager: "pip" }, "packageManager"],
  ])("never with %j", (patch, field) => {
    expect(() => mergeProfile(stored, patch)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", details: expect.objectContaining({ field }) }),
    );
  });
});

describe("options", () => {
  const options = { model: "opus", maxIterations: 5, own: "kept" };

  test.each([
    [{}, options],
    [{ model: "haiku" }, { ...options, model: "haiku" }],
    [{ model: null }, { maxIterations: 5, own: "kept" }],
    [
      { model: undefined, ignoreInTool: true },
      { ...options, ignoreInTool: true },
    ],
  ])("with %j", (patch, merged) => {
    expect(mergeOptions(options, patch)).toEqual(merged);
  });

  test.each([
    [{ maxIterations: 0 }, "maxIterations"],
    [{ childEnv: { A: 1 } as never }, "childEnv"],
  ])("never with %j", (patch, field) => {
    expect(() => mergeOptions(options, patch)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", details: expect.objectContaining({ field }) }),
    );
  });
});
