import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareIds, nextId } from "#core/backlog/compare-ids";

test.each([
  [
    ["1000", "999"],
    ["999", "1000"],
  ],
  [
    ["010", "9", "002"],
    ["002", "9", "010"],
  ],
  [
    ["x-2", "004", "x-10"],
    ["004", "x-10", "x-2"],
  ],
  [
    ["007", "7"],
    ["7", "007"],
  ],
  [
    ["90071992547409931", "90071992547409930"],
    ["90071992547409930", "90071992547409931"],
  ],
])("%j sorts to %j", (ids, sorted) => {
  expect(ids.toSorted(compareIds)).toEqual(sorted);
});

test("the order is total: different ids are never equal, and both directions agree", () => {
  const id = fc.oneof(fc.nat().map(String), fc.stringMatching(/^0*\d{1,6}$/), fc.string());
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(Math.sign(compareIds(a, b))).toBe(-Math.sign(compareIds(b, a)) || 0);
      expect(compareIds(a, b) === 0).toBe(a === b);
    }),
    { seed: 20261121 },
  );
});

test.each([
  ["an empty backlog", [], [], "001"],
  ["a gap is not filled", ["001", "004"], [], "005"],
  ["the archive counts", ["001"], ["007", "003"], "008"],
  ["after 999", ["999"], [], "1000"],
  ["as numbers, not as text", ["1000", "999"], [], "1001"],
  ["other ids don't count", ["x-17", "003"], [], "004"],
  ["beyond exact numbers", ["90071992547409931"], [], "90071992547409932"],
])("the next id: %s", (_, ids, archived, expected) => {
  expect(
    nextId(
      ids.map((id) => ({ id })),
      archived,
    ),
  ).toBe(expected);
});
