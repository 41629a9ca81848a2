import { expect, test } from "vitest";
import type { ApiError } from "#web/api/client";
import { faultOf } from "#web/pages/recovery/use-fault";

const refused = (code: ApiError["code"], details: ApiError["details"]): ApiError =>
  Object.assign(new Error(".tool/backlog.json is not valid JSON."), {
    name: "ApiError",
    code,
    details,
    status: 422,
  });

test("a file that is no JSON: the line, the column, what is missing, the lines around it", () => {
  const excerpt = { firstLine: 211, lines: ["    }", "    {"], caret: 4 };
  const error = refused("INVALID_JSON", {
    file: ".tool/backlog.json",
    line: 212,
    column: 5,
    reason: "Line 212, column 5: a comma or ] is missing. Nothing was written.",
    excerpt,
    changedAt: "2026-11-20T00:14:00.000Z",
  });
  expect(faultOf(error, [])).toEqual({
    file: ".tool/backlog.json",
    line: 212,
    isJson: false,
    conflict: false,
    sentence: "Line 212, column 5: a comma or ] is missing.",
    places: [{ where: "line 212, column 5", what: "a comma or ] is missing", severity: "error" }],
    excerpt,
    changedAt: "2026-11-20T00:14:00.000Z",
  });
});

test("a merge conflict is told as one: the backup has the items of neither side", () => {
  const error = refused("INVALID_JSON", { file: ".tool/backlog.json", line: 3, column: 1, conflict: true });
  expect(faultOf(error, []).conflict).toBe(true);
});

test("JSON of another make: every fault that the validation finds", () => {
  const error = refused("VALIDATION_ERROR", {
    file: ".tool/backlog.json",
    path: "items[0].type",
    reason: 'items[0].type must be bug or test, not "wish". Nothing was written.',
  });
  const findings = [
    { severity: "error", message: "type must be bug or test", itemId: "001", path: "items[0].type" },
    { severity: "error", message: "items is missing", path: "items" },
  ] as const;
  const fault = faultOf(error, findings);
  expect(fault.places.map(({ where }) => where)).toEqual(["001 · items[0].type", "items"]);
  expect(fault).toMatchObject({ isJson: true, excerpt: null });
  expect(faultOf(error, []).places).toEqual([
    { where: "items[0].type", what: 'items[0].type must be bug or test, not "wish"', severity: "error" },
  ]);
});

test("findings about the backlog say nothing of another file", () => {
  const error = refused("VALIDATION_ERROR", {
    file: ".tool.json",
    path: "profile",
    reason: "profile is missing. Mend it in an editor. Nothing was written.",
  });
  const places = faultOf(error, [{ severity: "warning", message: "EMPTY_AC", path: "items[0]" }]).places;
  expect(places).toEqual([{ where: "profile", what: "profile is missing", severity: "error" }]);
});
