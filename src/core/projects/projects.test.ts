import { expect, test } from "vitest";
import { assertProjectId, isProjectId } from "#core/projects/project-id";
import { resolveRoot } from "#core/projects/resolve-root";
import { isInside } from "#core/projects/sandbox";

test.each(["ledger-api", "my project", "日本語", "a.b", "..a", "-x", "x".repeat(255)])(
  "%s is a project id",
  (id) => {
    expect(isProjectId(id)).toBe(true);
    expect(assertProjectId(id)).toBe(id);
  },
);

test.each(["", " ", ".", "..", "a/b", "/", "../x", "a\\b", "a\0b", "a\nb", "x".repeat(256)])(
  "%j is refused",
  (id) => {
    expect(isProjectId(id)).toBe(false);
    expect(() => assertProjectId(id)).toThrow(
      expect.objectContaining({ code: "INVALID_ID", details: { id } }),
    );
  },
);

test.each([
  ["/code", "/code", true],
  ["/code", "/code/ledger-api/.tool", true],
  ["/code/", "/code/x", true],
  ["/code", "/codex", false],
  ["/code", "/", false],
  ["/code", "/other/code", false],
  ["/code", "/code/../etc", false],
  ["/code", "code/x", false],
  ["/", "/anything", true],
  ["", "/anything", false],
  ["code", "code/x", false],
])("%s contains %s: %s", (root, path, inside) => {
  expect(isInside(root, path)).toBe(inside);
});

/** Spec: Root directory resolution order. */
const ALL = { flag: "/flag", env: "/env", config: "/config", cwd: "/cwd" };
test.each([
  [ALL, "flag"],
  [{ ...ALL, flag: null }, "env"],
  [{ ...ALL, flag: "", env: "" }, "config"],
  [{ ...ALL, flag: null, env: null, config: null }, "cwd"],
] as const)("%j is resolved by %s", (sources, source) => {
  expect(resolveRoot(sources)).toEqual({ path: `/${source}`, source });
});
