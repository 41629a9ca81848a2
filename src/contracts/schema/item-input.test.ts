import { describe, expect, test } from "vitest";
import { createItemInputSchema, updateItemInputSchema } from "#contracts/schema/item-input";

const input = { type: "bug", priority: 2, title: "Fix rounding" };
const every = {
  ...input,
  description: "",
  acceptanceCriteria: ["It rounds"],
  dependsOn: ["001"],
  notes: "",
  estimatedIterations: 2,
  agentDelegation: { recommendedConcurrency: 2 },
  specReferences: ["docs/a.md"],
  model: "opus",
  provider: "codex",
};

describe("a new item", () => {
  test.each([
    ["type, priority and title are enough", input],
    ["everything", every],
    ["no criteria: the default comes later", { ...input, acceptanceCriteria: [] }],
  ])("%s", (_, value) => {
    expect(createItemInputSchema.parse(value)).toEqual(value);
  });

  test.each([
    ["no type", { priority: 2, title: "Fix" }],
    ["no priority", { type: "bug", title: "Fix" }],
    ["no title", { type: "bug", priority: 2 }],
    ["unknown type", { ...input, type: "story" }],
    ["priority 0", { ...input, priority: 0 }],
    ["priority 5", { ...input, priority: 5 }],
    ["priority as text", { ...input, priority: "2" }],
    ["blank title", { ...input, title: "  " }],
    ["title of two lines", { ...input, title: "a\nb" }],
    ["blank criterion", { ...input, acceptanceCriteria: [" "] }],
    ["concurrency 1", { ...input, agentDelegation: { recommendedConcurrency: 1 } }],
    ["status is the runner's", { ...input, status: "done" }],
    ["unknown field", { ...input, effort: 3 }],
  ])("refused: %s", (_, value) => {
    expect(createItemInputSchema.safeParse(value).success).toBe(false);
  });

  test("a title is trimmed", () => {
    expect(createItemInputSchema.parse({ ...input, title: " Fix \n" }).title).toBe("Fix");
  });
});

describe("a change", () => {
  test.each([
    ["nothing", {}],
    ["everything", { ...every, status: "blocked", blockedReason: "no key" }],
    [
      "taking fields away",
      { notes: null, estimatedIterations: null, agentDelegation: null, model: null, provider: null },
    ],
  ])("%s", (_, value) => {
    expect(updateItemInputSchema.parse(value)).toEqual(value);
  });

  test.each([
    ["no criteria left", { acceptanceCriteria: [] }],
    ["no title left", { title: "" }],
    ["unknown status", { status: "waiting" }],
    ["the id", { id: "002" }],
    ["completedAt is the runner's", { completedAt: null }],
  ])("refused: %s", (_, value) => {
    expect(updateItemInputSchema.safeParse(value).success).toBe(false);
  });
});
