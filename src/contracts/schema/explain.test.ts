import { describe, expect, test } from "vitest";
import { explain, explainAll, type RecordKind } from "#contracts/schema/explain";

const item = {
  id: "001",
  type: "bug",
  priority: 1,
  title: "Fix rounding",
  description: "",
  acceptanceCriteria: [],
  status: "pending",
  completedAt: null,
};
const backlog = (...items: unknown[]) => ({ project: "ledger", description: "", items });

const CASES: readonly (readonly [RecordKind, unknown, string, unknown, string])[] = [
  ["backlog", [], "", [], "The content must be an object, not a list."],
  ["backlog", null, "", null, "The content must be an object, not null."],
  ["backlog", { project: "a", items: [] }, "description", undefined, "description is missing."],
  [
    "backlog",
    backlog(item, { ...item, priority: "high" }),
    "items[1].priority",
    "high",
    'items[1].priority must be 1, 2, 3 or 4, not "high".',
  ],
  ["backlog", backlog({ ...item, title: "" }), "items[0].title", "", "items[0].title must not be empty."],
  [
    "backlog",
    backlog({ ...item, acceptanceCriteria: "passes" }),
    "items[0].acceptanceCriteria",
    "passes",
    'items[0].acceptanceCriteria must be a list, not "passes".',
  ],
  [
    "backlog",
    backlog({ ...item, status: "done", completedAt: "yesterday" }),
    "items[0].completedAt",
    "yesterday",
    'items[0].completedAt must be an ISO 8601 date and time, not "yesterday".',
  ],
  [
    "backlog",
    backlog({ ...item, agentDelegation: { recommendedConcurrency: 1 } }),
    "items[0].agentDelegation.recommendedConcurrency",
    1,
    "items[0].agentDelegation.recommendedConcurrency must be at least 2, not 1.",
  ],
  [
    "backlog",
    backlog({ ...item, notes: {} }),
    "items[0].notes",
    {},
    "items[0].notes must be text, not an object.",
  ],
  [
    "backlog",
    backlog({ ...item, dependsOn: [1] }),
    "items[0].dependsOn[0]",
    1,
    "items[0].dependsOn[0] must be text, not 1.",
  ],
  [
    "archive",
    { month: "2026-13", items: [] },
    "month",
    "2026-13",
    'month must be a month, YYYY-MM, not "2026-13".',
  ],
  ["config", { port: 70_000 }, "port", 70_000, "port must be at most 65535, not 70000."],
  ["config", { theme: "blue" }, "theme", "blue", 'theme must be light, dark or system, not "blue".'],
  ["markerOptions", { sessionTimeout: 0 }, "sessionTimeout", 0, "sessionTimeout must be more than 0, not 0."],
  [
    "markerOptions",
    { maxIterations: 1.5 },
    "maxIterations",
    1.5,
    "maxIterations must be a whole number, not 1.5.",
  ],
  ["markerOptions", { childEnv: { "A B": 1 } }, 'childEnv["A B"]', 1, 'childEnv["A B"] must be text, not 1.'],
  ["reviewPayload", { items: [], summary: "" }, "items", [], "items must have at least one entry."],
  ["createItemInput", { ...input(), title: "a\nb" }, "title", "a\nb", 'title must be one line, not "a\\nb".'],
  ["createItemInput", { ...input(), titel: "a" }, "titel", "a", "titel is not a known field."],
  ["genericCli", { args: [] }, "binary", undefined, "binary is missing."],
];

function input() {
  return { type: "bug", priority: 1, title: "Fix rounding" };
}

describe("the first fault, in one sentence", () => {
  test.each(CASES)("%s %o", (kind, value, path, found, message) => {
    expect(explain(kind, value)).toEqual({ path, value: found, message });
  });
});

test("a well-formed record has none", () => {
  expect(explain("backlog", backlog(item))).toBeNull();
});

test("all faults come in the order of the file", () => {
  const faults = explainAll("backlog", backlog({ ...item, priority: 7 }, 3, { ...item, type: "story" }));
  expect(faults.map(({ path }) => path)).toEqual(["items[0].priority", "items[1]", "items[2].type"]);
});

test("a long value is cut in the sentence, not in the fault", () => {
  const long = "x".repeat(500);
  const fault = explain("config", { theme: long });
  expect(fault?.value).toBe(long);
  expect(fault?.message).toBe(`theme must be light, dark or system, not "${"x".repeat(60)}…".`);
});
