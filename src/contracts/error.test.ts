import { describe, expect, test } from "vitest";
import { ERROR_CODES, ERROR_TABLE, ToolError, httpStatus } from "#contracts/error";

const TABLE = [
  ["FILE_NOT_FOUND", 404, 2],
  ["INVALID_JSON", 400, 2],
  ["VALIDATION_ERROR", 400, 2],
  ["PATH_VIOLATION", 400, 2],
  ["ALREADY_INSTALLED", 409, 2],
  ["NOT_INSTALLED", 404, 2],
  ["CONFLICT", 409, 2],
  ["TRANSITION_INVALID", 409, 2],
  ["LOCK_CONFLICT", 409, 2],
  ["IO_ERROR", 500, 1],
  ["INVALID_ID", 400, 2],
  ["NOT_FOUND", 404, 2],
  ["FORBIDDEN", 403, 2],
  ["METHOD_NOT_ALLOWED", 405, 2],
  ["PAYLOAD_TOO_LARGE", 413, 2],
  ["INTERNAL_ERROR", 500, 1],
  ["TARGET_MISSING", 400, 2],
  ["TARGET_AMBIGUOUS", 409, 2],
  ["TARGET_NOT_FOUND", 404, 2],
  ["USAGE", 400, 2],
] as const;

test.each(TABLE)("%s answers %i and exits with %i", (code, status, exit) => {
  expect(ERROR_TABLE[code]).toEqual({ status, exit });
  expect(httpStatus(new ToolError(code, "It failed."))).toBe(status);
});

test("there are no other codes", () => {
  expect(ERROR_CODES).toEqual(TABLE.map(([code]) => code));
});

describe("a malformed file of a project is no fault of the request", () => {
  test.each([
    ["INVALID_JSON", { file: ".tool/backlog.json", line: 3, column: 1 }, 422],
    ["VALIDATION_ERROR", { file: ".tool/backlog.json", path: "items[0]" }, 422],
    ["VALIDATION_ERROR", { field: "priority", value: 7 }, 400],
    ["IO_ERROR", { file: ".tool/state.json" }, 500],
    ["FILE_NOT_FOUND", { file: ".tool/backlog.json" }, 404],
  ] as const)("%s with %o: %i", (code, details, status) => {
    expect(httpStatus(new ToolError(code, "It failed.", { details }))).toBe(status);
  });
});

test("an error carries what the surfaces print", () => {
  const cause = new Error("EACCES");
  const hints = [{ command: "tool update", purpose: "mend them" }];
  const error = new ToolError("CONFLICT", "It is so.", { details: { a: 1 }, reason: "Why.", hints, cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "ToolError", code: "CONFLICT", message: "It is so.", reason: "Why." });
  expect(error.details).toEqual({ a: 1 });
  expect(error.hints).toEqual(hints);
  expect(error.cause).toBe(cause);
});

test("an error without extras has none", () => {
  const { details, reason, hints, cause } = new ToolError("CONFLICT", "It is so.");
  expect([details, reason, hints, cause]).toEqual([undefined, undefined, undefined, undefined]);
});
