import { describe, expect, test } from "vitest";
import { isValid, validateBacklog } from "#core/backlog/validate/validate-backlog";
import { FINDING_SEVERITY } from "#contracts/finding-codes";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ValidationFinding } from "#contracts/schema/validation";
import { sampleItem, sampleItems } from "../../../../test/samples/sample-item.ts";

const NONE = new Set<string>();
const context = { archivedDone: NONE, knownAgents: ["claude-cli", "codex"] };
const validate = (items: readonly BacklogItem[], more: object = {}): ValidationFinding[] =>
  validateBacklog({ project: "p", description: "", items }, { ...context, ...more });
const brief = (findings: readonly ValidationFinding[]): string[] =>
  findings.map((finding) => `${finding.code} ${finding.itemId ?? "-"} ${finding.message}`);
const number = (n: number): string => String(n).padStart(3, "0");

test("a good backlog has no findings", () => {
  const items = [
    sampleItem("001", { status: "done", completedAt: "2026-11-21T06:00:00Z" }),
    sampleItem("002", { dependsOn: ["001", "000"], provider: "codex", specReferences: ["docs/a.md"] }),
    sampleItem("003", { status: "blocked", blockedReason: "why" }),
  ];
  expect(validate(items, { archivedDone: new Set(["000"]) })).toEqual([]);
});

test("each rule says what is wrong, where, and how bad it is", () => {
  const finding = (code: keyof typeof FINDING_SEVERITY, itemId: string, message: string, path: string) => ({
    severity: FINDING_SEVERITY[code],
    code,
    message,
    itemId,
    path,
  });
  const items = [
    sampleItem("001", { acceptanceCriteria: [] }),
    sampleItem("002", { acceptanceCriteria: ["a", " "], provider: "claude" }),
    sampleItem("003", { status: "blocked", blockedReason: " " }),
    sampleItem("004", { dependsOn: ["003", "042"] }),
    sampleItem("005", { dependsOn: ["004"] }),
    sampleItem("001"),
  ];
  const findings = validate(items);
  expect(findings).toEqual([
    finding("DUPLICATE_ID", "001", "Two items have this id: items[0] and items[5]", "items[5].id"),
    finding(
      "MISSING_DEPENDENCY",
      "004",
      "Waits for 042, which is neither here nor in the archive",
      "items[3].dependsOn[1]",
    ),
    finding("EMPTY_AC", "001", "No acceptance criteria", "items[0].acceptanceCriteria"),
    finding("EMPTY_AC", "002", "Acceptance criterion 2 is empty", "items[1].acceptanceCriteria[1]"),
    finding("UNREACHABLE_ITEM", "004", "Waits for 003, which is blocked", "items[3].dependsOn"),
    finding("UNREACHABLE_ITEM", "005", "Waits for 003, which is blocked", "items[4].dependsOn"),
    finding("UNKNOWN_PROVIDER", "002", 'There is no agent "claude"', "items[1].provider"),
    finding("BLOCKED_WITHOUT_REASON", "003", "Blocked, and nothing says why", "items[2].blockedReason"),
  ]);
});

test("valid means without an error", () => {
  expect(isValid(validate([sampleItem("001", { acceptanceCriteria: [] })]))).toBe(true);
  expect(isValid(validate([sampleItem("001"), sampleItem("001")]))).toBe(false);
});

test("three items of one id", () => {
  const items = [sampleItem("001"), sampleItem("001"), sampleItem("001")];
  expect(brief(validate(items))).toEqual([
    "DUPLICATE_ID 001 3 items have this id: items[0], items[1] and items[2]",
  ]);
});

describe("cycles", () => {
  const waits = (pairs: Record<number, number[]>): string[] =>
    brief(
      validate(
        Object.entries(pairs).map(([id, on]) =>
          sampleItem(number(Number(id)), { dependsOn: on.map(number) }),
        ),
      ),
    );

  test.each<[string, Record<number, number[]>, string[]]>([
    ["two", { 9: [8], 8: [9] }, ["DEPENDENCY_CYCLE 008 008 waits for 009, and 009 for 008"]],
    [
      "three, told from the lowest id on",
      { 3: [1], 1: [2], 2: [3] },
      ["DEPENDENCY_CYCLE 001 001 waits for 002, 002 for 003, and 003 for 001"],
    ],
    ["one", { 1: [1] }, ["DEPENDENCY_CYCLE 001 001 waits for itself"]],
    [
      "two knots, and what merely hangs on one",
      { 1: [2], 2: [1], 3: [1], 4: [5], 5: [4] },
      [
        "DEPENDENCY_CYCLE 001 001 waits for 002, and 002 for 001",
        "DEPENDENCY_CYCLE 004 004 waits for 005, and 005 for 004",
      ],
    ],
    ["a diamond is none", { 1: [2, 3], 2: [4], 3: [4], 4: [] }, []],
    [
      "a cycle behind a way in",
      { 1: [2], 2: [3], 3: [4], 4: [3] },
      ["DEPENDENCY_CYCLE 003 003 waits for 004, and 004 for 003"],
    ],
  ])("%s", (_, pairs, expected) => {
    expect(waits(pairs)).toEqual(expected);
  });

  test("a long one is shortened", () => {
    const items = sampleItems(40, (index) => ({ dependsOn: [number(((index + 1) % 40) + 1)] }));
    expect(brief(validate(items))).toEqual([
      "DEPENDENCY_CYCLE 001 001 waits for 002, 002 for 003, 003 for 004, …, and 040 for 001 (40 items)",
    ]);
  });
});

describe("spec references", () => {
  const specs = { exists: (path: string) => path === "docs/a.md" };
  test.each([
    ["docs/a.md", []],
    ["docs/a.md#retention", []],
    ["docs/b.md", ["MISSING_SPEC 001 docs/b.md does not exist"]],
    ["../a.md", ['SPEC_PATH_INVALID 001 "../a.md" is no path inside the project']],
    ["docs/../../a.md", ['SPEC_PATH_INVALID 001 "docs/../../a.md" is no path inside the project']],
    ["/etc/passwd", ['SPEC_PATH_INVALID 001 "/etc/passwd" is no path inside the project']],
    ["~/a.md", ['SPEC_PATH_INVALID 001 "~/a.md" is no path inside the project']],
    ["", ['SPEC_PATH_INVALID 001 "" is no path inside the project']],
  ])("%j", (reference, expected) => {
    const item = sampleItem("001", { specReferences: [reference] });
    expect(brief(validate([item], { specs }))).toEqual(expected);
    expect(validate([item])).toEqual([]);
  });
});

describe("schema", () => {
  test.each<[unknown, string, string | undefined]>([
    [[], "A backlog is an object with project, description and items", undefined],
    ["x", "A backlog is an object with project, description and items", undefined],
    [{ description: "", items: [] }, "project is missing; it must be a text", "project"],
    [{ project: "p", description: 1, items: [] }, "description must be a text, not 1", "description"],
    [{ $schema: 1, project: "p", description: "", items: [] }, "$schema must be a text, not 1", "$schema"],
    [{ project: "p", description: "" }, "items is missing; it must be a list", "items"],
    [{ project: "p", description: "", items: [7] }, "An item is an object", "items[0]"],
  ])("%j", (backlog, message, path) => {
    expect(validateBacklog(backlog, context)).toEqual([
      { severity: "error", code: "SCHEMA", message, ...(path !== undefined && { path }) },
    ]);
  });

  test.each<[string, unknown, string]>([
    ["type", "epic", 'type must be bug, bugfix, refactor, feature, chore or test, not "epic"'],
    ["priority", "1", 'priority must be 1, 2, 3 or 4, not "1"'],
    ["title", "", 'title must be a text that isn\'t empty, not ""'],
    ["status", "open", 'status must be pending, in_progress, done or blocked, not "open"'],
    ["completedAt", "soon", 'completedAt must be an ISO 8601 date and time, or null, not "soon"'],
    ["completedAt", undefined, "completedAt is missing; it must be an ISO 8601 date and time, or null"],
    ["acceptanceCriteria", "works", 'acceptanceCriteria must be a list of texts, not "works"'],
    ["dependsOn", [""], 'dependsOn must be a list of ids, not [""]'],
    ["needsHuman", "yes", 'needsHuman must be true or false, not "yes"'],
    ["estimatedIterations", -1, "estimatedIterations must be a number from 0 on, not -1"],
    [
      "agentDelegation",
      { recommendedConcurrency: 1 },
      'agentDelegation must be an object of recommendedConcurrency (2 or more), strategy and subtasks, not {"recommendedConcurrency":1}',
    ],
    ["source", "robot", 'source must be human or review, not "robot"'],
    ["description", 1, "description must be a text, not 1"],
  ])("%s = %j", (field, value, message) => {
    const item = { ...sampleItem("001"), [field]: value };
    expect(validateBacklog({ project: "p", description: "", items: [item] }, context)).toEqual([
      { severity: "error", code: "SCHEMA", message, itemId: "001", path: `items[0].${field}` },
    ]);
  });

  test("an item that doesn't fit is still there for references and duplicates", () => {
    const broken = { ...sampleItem("001"), priority: 9 } as unknown as BacklogItem;
    const findings = validate([broken, sampleItem("002", { dependsOn: ["001"] }), sampleItem("001")]);
    expect(findings.map((finding) => finding.code)).toEqual(["SCHEMA", "DUPLICATE_ID"]);
  });
});

test("10,000 items are validated in a moment, deep chains and all", () => {
  const items = sampleItems(10_000, (index) => ({ dependsOn: index === 0 ? [] : [number(index)] }));
  const started = process.cpuUsage();
  expect(validate(items)).toEqual([]);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
});
