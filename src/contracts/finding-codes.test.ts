import { expect, test } from "vitest";
import { FINDING_CODES, FINDING_SEVERITY } from "#contracts/finding-codes";

test.each([
  [
    "error",
    ["SCHEMA", "DUPLICATE_ID", "MISSING_DEPENDENCY", "DEPENDENCY_CYCLE", "SPEC_PATH_INVALID", "MISSING_SPEC"],
  ],
  ["warning", ["EMPTY_AC", "UNREACHABLE_ITEM", "UNKNOWN_PROVIDER", "BLOCKED_WITHOUT_REASON"]],
])("of severity %s: %o", (severity, codes) => {
  expect(FINDING_CODES.filter((code) => FINDING_SEVERITY[code] === severity)).toEqual(codes);
});
