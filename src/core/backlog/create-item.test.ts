import { expect, test } from "vitest";
import { createItem } from "#core/backlog/create-item";
import { isDefaultCriterion } from "#core/backlog/default-criterion";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { BACKLOG_ITEM_SHAPE, fits } from "#contracts/shapes";

const LEAST: CreateItemInput = { type: "bug", priority: 2, title: "Fix it" };
const origin = { id: "010", verify: "npm test && npm run lint" };

test("the least that is given makes a whole item with the default criterion", () => {
  expect(createItem(LEAST, origin)).toStrictEqual({
    item: {
      id: "010",
      type: "bug",
      priority: 2,
      title: "Fix it",
      description: "",
      acceptanceCriteria: ["npm test && npm run lint passes"],
      status: "pending",
      completedAt: null,
    },
    defaultedCriteria: true,
  });
});

test.each([null, "", "  "])("without a verify command (%j) the default criterion says so", (verify) => {
  const { item } = createItem({ ...LEAST, acceptanceCriteria: [] }, { id: "010", verify });
  expect(item.acceptanceCriteria).toEqual(["The project's own verification passes"]);
});

test("given criteria are kept, and are no default", () => {
  const created = createItem({ ...LEAST, acceptanceCriteria: ["It adds up"] }, origin);
  expect(created.defaultedCriteria).toBe(false);
  expect(created.item.acceptanceCriteria).toEqual(["It adds up"]);
});

test("everything that can be given arrives, and the result is well-formed", () => {
  const optional = {
    dependsOn: ["001"],
    notes: "n",
    estimatedIterations: 2,
    model: "opus[1m]",
    agentDelegation: { recommendedConcurrency: 2, strategy: "s", subtasks: ["t"] },
    specReferences: ["docs/a.md"],
    provider: "codex",
  };
  const given = { ...LEAST, description: "d", acceptanceCriteria: ["c"], ...optional };
  const by = { ...origin, source: "review", reviewBatch: "2026-11-21T06:00:00.000Z" } as const;
  const { item } = createItem(given, by);
  expect(item).toMatchObject({ ...given, source: "review", reviewBatch: by.reviewBatch });
  expect(fits(BACKLOG_ITEM_SHAPE, item)).toBe(true);
});

test("empty optional fields are left out", () => {
  const { item } = createItem(
    { ...LEAST, notes: "", model: "", provider: "", dependsOn: [], specReferences: [] },
    origin,
  );
  expect(Object.keys(item)).toHaveLength(8);
});

test.each<readonly [Partial<Record<keyof CreateItemInput, unknown>>, string]>([
  [{ title: "" }, "title"],
  [{ title: "two\nlines" }, "title"],
  [{ title: "esc \u001b[31m" }, "title"],
  [{ priority: 5 }, "priority"],
  [{ type: "story" }, "type"],
  [{ acceptanceCriteria: [""] }, "acceptanceCriteria[0]"],
  [{ estimatedIterations: -1 }, "estimatedIterations"],
])("%j is refused by name", (wrong, field) => {
  const refusal = { code: "VALIDATION_ERROR", details: expect.objectContaining({ field }) };
  expect(() => createItem({ ...LEAST, ...wrong } as CreateItemInput, origin)).toThrow(
    expect.objectContaining(refusal),
  );
});

test.each(['"quoted" $(rm -rf ~) `x`', "日本語 🎉", "x".repeat(10_000)])("a title may be %s", (title) => {
  expect(createItem({ ...LEAST, title }, origin).item.title).toBe(title);
});

test.each([
  ["npm test passes", "npm test", true],
  ["The project's own verification passes", null, true],
  ["The project's own verification passes", "npm test", true],
  ["It adds up", "npm test", false],
])("%s with %s bears the auto badge: %s", (criterion, verify, auto) => {
  expect(isDefaultCriterion(criterion, verify)).toBe(auto);
});
