import { expect, test } from "vitest";
import { linesOfItems, readSeed, withChanges } from "#web/pages/init/read-seed";

const PLAN = `# shortlink

## Store short links
Codes are 7 characters.
- a code survives a restart

## [bug] **Loops** of links

## Store short links
`;

test("a plan in Markdown, with the line of each item", () => {
  const { items, format } = readSeed(PLAN);
  expect(format).toBe("markdown");
  expect(items.map(({ title, type }) => [title, type])).toEqual([
    ["Store short links", "feature"],
    ["**Loops** of links", "bug"],
    ["Store short links", "feature"],
  ]);
  expect(linesOfItems(PLAN, items)).toEqual([2, 6, 8]);
});

test("task bullets are no JSON, though they may begin with a bracket", () => {
  expect(readSeed("[ ] one\n[x] two").format).toBe("markdown");
  expect(readSeed('[{"title":"one"}]').format).toBe("json");
});

test("JSON gets ids by place, and references follow", () => {
  const { items } = readSeed(
    '{"items":[{"id":"b","title":"One","dependsOn":["a"]},{"id":"a","title":"Two"}]}',
  );
  expect(items.map(({ title, dependsOn }) => [title, dependsOn])).toEqual([
    ["One", ["002"]],
    ["Two", undefined],
  ]);
  expect(items.every((item) => !("id" in item))).toBe(true);
});

test.each([
  ["[{", "This is no JSON: "],
  ['{"things":[]}', "The seed holds no list of items."],
  ['[{"title":"One","colour":"red"}]', '"colour" of item 1 is no field of an item.'],
])("%s is told", (text, words) => {
  const { items, fault } = readSeed(text);
  expect(items).toEqual([]);
  expect(fault).toContain(words);
});

test("a change goes with the title", () => {
  const { items } = readSeed("## A\n## B\n");
  expect(withChanges(items, { B: { type: "chore" } }).map(({ type }) => type)).toEqual(["feature", "chore"]);
});
