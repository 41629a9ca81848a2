import { expect, it } from "vitest";
import { createReviewItems } from "#core/backlog/create-review-items";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const found = (title: string) =>
  ({ type: "bug", priority: 1, title, description: "src/a.ts:3", acceptanceCriteria: ["It holds"] }) as const;
const origin = { verify: "npm test", reviewBatch: "2026-11-21T05:44:10.000Z" };

it("makes pending items of one batch, in their order, under ids that no item ever had", () => {
  const items = [sampleItem("007"), sampleItem("003")];
  const made = createReviewItems([found("First"), found("Second")], {
    ...origin,
    items,
    archivedIds: new Set(["998"]),
  });
  expect(made.map(({ id, title }) => [id, title])).toEqual([
    ["999", "First"],
    ["1000", "Second"],
  ]);
  expect(made[0]).toEqual({
    id: "999",
    type: "bug",
    priority: 1,
    title: "First",
    description: "src/a.ts:3",
    acceptanceCriteria: ["It holds"],
    status: "pending",
    completedAt: null,
    source: "review",
    reviewBatch: "2026-11-21T05:44:10.000Z",
  });
});

it("makes one line of a title of several", () => {
  const [one] = createReviewItems([found("Half\nof it\u0007")], {
    ...origin,
    items: [],
    archivedIds: new Set(),
  });
  expect(one).toMatchObject({ id: "001", title: "Half of it" });
});
