import { describe, expect, it } from "vitest";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import { FOLLOW_START, followEvent, type FollowHeader } from "#core/events/follow-header";

const select = (itemId: string): LoopEventBody => ({
  type: "item_selected",
  itemId,
  title: `Title ${itemId}`,
  priority: 2,
});
const done = (itemId: string): LoopEventBody => ({ type: "item_completed", itemId, title: "" });
const block = (itemId: string): LoopEventBody => ({ type: "item_blocked", itemId, reason: "x" });
const ask = (itemId: string): LoopEventBody => ({ type: "needs_human", itemId, reason: "x" });
const sleep: LoopEventBody = { type: "sleep_start", sleepUntil: "2026-11-21T01:34:00.000Z", reason: "x" };
const completed: LoopEventBody = { type: "loop_completed", completedCount: 1, blockedCount: 0 };
const start: LoopEventBody = { type: "loop_started", maxIterations: 20 };

const headerOf = (...bodies: readonly LoopEventBody[]): FollowHeader =>
  bodies
    .map((body) => ({ ...body, timestamp: "2026-11-20T23:04:00.000Z", projectPath: "/p" }))
    .reduce(followEvent, FOLLOW_START).header;

describe("the sticky header", () => {
  it.each<[string, LoopEventBody[], Partial<FollowHeader>]>([
    ["nothing yet", [], { label: "healthy", done: 0, blocked: 0, current: null }],
    [
      "at the first item",
      [start, select("001")],
      { label: "healthy", current: { id: "001", title: "Title 001" } },
    ],
    ["after it", [select("001"), done("001")], { label: "healthy", done: 1, current: null }],
    ["with a block", [select("001"), block("001"), select("002")], { label: "blocked", blocked: 1 }],
    [
      "with a question",
      [select("001"), block("001"), select("002"), ask("002")],
      { label: "needs-human", blocked: 2 },
    ],
    [
      "paused at a question",
      [ask("002"), { type: "loop_paused", itemId: "002", reason: "needs_human" }],
      { label: "paused" },
    ],
    ["cancelled", [select("001"), { type: "loop_cancelled" }], { label: "paused", current: null }],
    ["an error", [select("001"), { type: "loop_error", error: "x" }], { label: "paused", current: null }],
    ["the budget spent", [{ ...completed, status: "limit_reached" }], { label: "paused" }],
    [
      "asleep, with a question",
      [ask("002"), select("003"), sleep],
      {
        label: "sleeping",
        wakesAtMs: Date.parse("2026-11-21T01:34:00Z"),
        current: { id: "003", title: "Title 003" },
      },
    ],
    ["awake again", [sleep, { type: "sleep_end" }], { label: "healthy", wakesAtMs: null }],
    [
      "complete, with blocks",
      [block("001"), done("002"), completed],
      { label: "complete", done: 1, blocked: 1 },
    ],
    [
      "blocked once, then done",
      [block("001"), select("001"), done("001")],
      { label: "healthy", done: 1, blocked: 0 },
    ],
    ["told twice of one block", [block("001"), block("001")], { blocked: 1 }],
    ["a new run forgets the old", [block("001"), completed, start], { label: "healthy", blocked: 0 }],
    [
      "a retry keeps the item",
      [select("001"), { type: "item_retried", itemId: "001", attempt: 1, maxRetries: 3 }],
      { current: { id: "001", title: "Title 001" } },
    ],
  ])("%s", (_, events, expected) => {
    expect(headerOf(...events)).toMatchObject(expected);
  });

  it("stays the same object for what it doesn't show", () => {
    const event = { type: "llm_tool_activity", itemId: "001", toolName: "Bash", phase: "start" } as const;
    const state = followEvent(FOLLOW_START, {
      ...event,
      timestamp: "2026-11-20T23:04:00.000Z",
      projectPath: "/p",
    });
    expect(state).toBe(FOLLOW_START);
  });

  it("ignores an event of a later version", () => {
    expect(followEvent(FOLLOW_START, { type: "item_praised" } as unknown as LoopEvent)).toBe(FOLLOW_START);
  });
});
