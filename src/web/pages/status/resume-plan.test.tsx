import { describe, expect, it } from "vitest";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { mayResume, mayStart, planResume, planWords } from "#web/pages/status/resume-plan";

function item(id: string, more: Partial<BacklogItem> = {}): BacklogItem {
  return {
    id,
    type: "feature",
    priority: 2,
    title: id,
    description: "",
    acceptanceCriteria: ["It works"],
    status: "pending",
    completedAt: null,
    ...more,
  };
}

const asks = item("012", { status: "blocked", needsHuman: true });
const blocked = item("013", { status: "blocked" });
const gaveUp = item("017", { status: "blocked", deferred: true });
const behind = ["015", "026", "028"].map((id) => item(id, { dependsOn: ["012"] }));
const words = (items: readonly BacklogItem[], ...answered: readonly string[]): string =>
  planWords(planResume(items, new Set(answered), new Set()));

describe("what a resume takes", () => {
  it.each<[string, BacklogItem[], string[], string]>([
    [
      "an answer, what waits for it, what gave up",
      [asks, blocked, gaveUp, ...behind],
      ["012"],
      "Resume takes 012, then 015, 026 and 028, and tries 017 again.",
    ],
    ["only what gave up", [asks, gaveUp, ...behind], [], "Resume tries 017 again."],
    [
      "only what is pending",
      [item("001"), item("002", { dependsOn: ["001"] })],
      [],
      "Resume takes 001 and 002.",
    ],
    ["what was in progress", [item("001", { status: "in_progress" })], [], "Resume takes 001."],
    ["nothing before an answer", [asks, ...behind], [], "Nothing can go on. Answer 012 first."],
    ["nothing before an unblock", [blocked], [], "Nothing can go on. Unblock 013 first."],
    [
      "many",
      Array.from({ length: 9 }, (_, at) => item(`00${at}`)),
      [],
      "Resume takes 000, 001, 002 and 6 more.",
    ],
  ])("%s", (_, items, answered, expected) => {
    expect(words(items, ...answered)).toBe(expected);
  });
});

it.each([
  ["IDLE", true, false],
  ["RUNNING", false, false],
  ["PAUSED", true, true],
  ["COMPLETE", true, false],
  ["PAUSED_HUMAN", false, true],
  ["LIMIT_REACHED", false, true],
  ["ERROR", true, true],
  ["NOT_INSTALLED", false, false],
  ["SLEEPING_LIMIT", false, false],
  ["WEEKLY_LIMIT", false, true],
  ["REVIEWING", false, false],
  ["PAUSED_USAGE_LIMIT", false, true],
] as const)("%s: start %s, resume %s", (state, start, resume) => {
  expect([mayStart(state), mayResume(state, [item("001")], 0)]).toEqual([start, resume]);
});

it("offers nothing when all is done", () => {
  expect(mayResume("PAUSED", [item("001", { status: "done" })], 0)).toBe(false);
  expect(mayResume("COMPLETE", [gaveUp], 0)).toBe(true);
});
