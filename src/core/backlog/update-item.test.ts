import { expect, test } from "vitest";
import { updateItem } from "#core/backlog/update-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const NOW = "2026-11-21T06:00:00.000Z";
const update = (item: BacklogItem, changes: UpdateItemInput): BacklogItem => updateItem(item, changes, NOW);

const item = sampleItem("006", { notes: "old", dependsOn: ["001"], model: "opus" });
const blocked = sampleItem("006", {
  status: "blocked",
  blockedReason: "why",
  needsHuman: true,
  deferred: true,
});
const done = sampleItem("006", { status: "done", completedAt: "2026-11-01T00:00:00.000Z" });
const running = sampleItem("006", { status: "in_progress", humanAnswer: "90 days" });

const CHANGES: readonly (readonly [string, BacklogItem, UpdateItemInput, BacklogItem])[] = [
  ["nothing given, nothing changed", item, {}, item],
  ["a title, trimmed", item, { title: " New " }, { ...item, title: "New" }],
  ["priority and type", item, { priority: 1, type: "bug" }, { ...item, priority: 1, type: "bug" }],
  [
    "criteria are replaced as a whole",
    item,
    { acceptanceCriteria: ["a"] },
    { ...item, acceptanceCriteria: ["a"] },
  ],
  ["an empty description is a description", item, { description: "" }, { ...item, description: "" }],
  ["null takes notes away", item, { notes: null }, sampleItem("006", { dependsOn: ["001"], model: "opus" })],
  ["empty takes model away", item, { model: "" }, sampleItem("006", { notes: "old", dependsOn: ["001"] })],
  ["no dependencies", item, { dependsOn: [] }, sampleItem("006", { notes: "old", model: "opus" })],
  ["leaving done clears completedAt", done, { status: "pending" }, sampleItem("006")],
  ["leaving blocked clears all of the block", blocked, { status: "pending" }, sampleItem("006")],
  [
    "becoming done clears the answer and sets the time",
    running,
    { status: "done" },
    sampleItem("006", { status: "done", completedAt: NOW }),
  ],
  [
    "blocking with a reason",
    sampleItem("006"),
    { status: "blocked", blockedReason: "no key" },
    sampleItem("006", { status: "blocked", blockedReason: "no key" }),
  ],
  [
    "blocking without a reason",
    sampleItem("006"),
    { status: "blocked" },
    sampleItem("006", { status: "blocked" }),
  ],
  [
    "another reason keeps the rest",
    blocked,
    { blockedReason: "because" },
    { ...blocked, blockedReason: "because" },
  ],
  ["the same status is no move and changes nothing", blocked, { status: "blocked" }, blocked],
  ["the same done again", done, { status: "done" }, done],
];

test.each(CHANGES)("%s", (_, before, changes, after) => {
  expect(update(before, changes)).toStrictEqual(after);
});

test("unknown fields survive, and fields keep their order", () => {
  const odd = { owner: "mia", ...item } as BacklogItem;
  expect(Object.keys(update(odd, { title: "New", status: "in_progress" }))).toEqual(Object.keys(odd));
});

test.each([
  ["pending → done", sampleItem("006"), { status: "done" }],
  ["blocked → in_progress", blocked, { status: "in_progress" }],
  ["done → blocked", done, { status: "blocked" }],
] as const)("a move outside of the table is refused: %s", (_, before, changes) => {
  expect(() => update(before, changes)).toThrow(expect.objectContaining({ code: "TRANSITION_INVALID" }));
});

test.each<readonly [Record<string, unknown>, string, Record<string, unknown>]>([
  [{ priority: 7 }, "Priority must be 1, 2, 3 or 4, not 7.", { field: "priority", value: 7 }],
  [{ priority: "high" }, 'Priority must be 1, 2, 3 or 4, not "high".', { field: "priority", value: "high" }],
  [
    { type: "epic" },
    'Type must be bug, bugfix, refactor, feature, chore or test, not "epic".',
    { field: "type", value: "epic" },
  ],
  [
    { status: "open" },
    'Status must be pending, in_progress, done or blocked, not "open".',
    { field: "status", value: "open" },
  ],
  [{ title: "  " }, "A title can't be empty.", { field: "title", value: "  " }],
  [
    { title: "one\ntwo" },
    "A title is one line of text, without control characters.",
    { field: "title", value: "one\ntwo" },
  ],
  [
    { acceptanceCriteria: [] },
    "An item needs at least one acceptance criterion.",
    { field: "acceptanceCriteria", value: [] },
  ],
  [
    { acceptanceCriteria: ["a", " "] },
    "An acceptance criterion can't be empty.",
    { field: "acceptanceCriteria[1]", value: " " },
  ],
  [
    { estimatedIterations: 0 },
    "Estimated iterations must be a number above 0, not 0.",
    { field: "estimatedIterations", value: 0 },
  ],
  [
    { agentDelegation: { recommendedConcurrency: 1 } },
    "Recommended concurrency must be 2 or more, not 1.",
    { field: "agentDelegation.recommendedConcurrency", value: 1 },
  ],
  [{ dependsOn: ["006"] }, "006 can't depend on itself.", { field: "dependsOn", value: ["006"] }],
  [
    { blockedReason: "x" },
    "Only a blocked item has a blocked reason; 006 is pending.",
    { field: "blockedReason", value: "x" },
  ],
])("%j is refused", (changes, message, details) => {
  const refusal = expect.objectContaining({ code: "VALIDATION_ERROR", message, details });
  expect(() => update(sampleItem("006"), changes)).toThrow(refusal);
});

test("a wrong priority is explained", () => {
  expect(() => update(item, { priority: 0 as 1 })).toThrow(
    expect.objectContaining({ reason: "1 is the highest; without --priority an item gets 2." }),
  );
});
