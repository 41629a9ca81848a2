import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopStateName } from "#contracts/loop-states";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import { PHRASES } from "#core/events/log-phrases";
import { logLine, stampLine } from "#core/events/log-line";
import { parseLog } from "#core/status/parse-log";

const START = Date.parse("2026-11-20T23:04:11Z");

/** As the loop writes it, a minute between two events. */
function logOf(...events: readonly LoopEventBody[]): string[] {
  return events.flatMap((body, index) => {
    const event = { ...body, timestamp: "", projectPath: "/p" } as LoopEvent;
    return logLine(event).map((line) => stampLine(line, START + index * 60_000));
  });
}

const STARTED: LoopEventBody = { type: "loop_started", maxIterations: 20 };
const FIRST: LoopEventBody = { type: "iteration_start", iteration: 1, maxIterations: 20 };
const SELECTED: LoopEventBody = { type: "item_selected", itemId: "003", title: "T", priority: 1 };
const RUNNING = [STARTED, FIRST, SELECTED];
const COMPLETED: LoopEventBody = { type: "loop_completed", completedCount: 1, blockedCount: 0 };
const SLEEP: LoopEventBody = { type: "sleep_start", sleepUntil: "2026-11-21T01:34:00.000Z", reason: "x" };

describe("parseLog", () => {
  it("of a line that somebody forged, what is no time counts for none", () => {
    const lines = ["Loop started (maxIterations=20)", "Sleeping until dawn: x"];
    const forged = lines.map((line) => `[2026-13-45 00:00:00] ${line}`);
    expect(parseLog(forged)).toMatchObject({ startedAtMs: null, lastLineAtMs: null, sleepUntil: null });
  });

  it.each<[string, LoopEventBody[], LoopStateName]>([
    ["started", [STARTED], "RUNNING"],
    ["at an item", RUNNING, "RUNNING"],
    ["completed", [...RUNNING, COMPLETED], "COMPLETE"],
    [
      "budget spent",
      [...RUNNING, { ...COMPLETED, status: "limit_reached", maxIterations: 20 }],
      "LIMIT_REACHED",
    ],
    ["an error", [...RUNNING, { type: "loop_error", error: "x" }], "ERROR"],
    ["cancelled", [...RUNNING, { type: "loop_cancelled" }], "PAUSED"],
    ["asking", [...RUNNING, { type: "loop_paused", itemId: "003", reason: "needs_human" }], "PAUSED_HUMAN"],
    [
      "a weekly limit",
      [...RUNNING, { type: "usage_limit_hit", limitType: "7d", utilization: 100 }],
      "WEEKLY_LIMIT",
    ],
    [
      "a limit",
      [...RUNNING, { type: "usage_limit_hit", limitType: "5h", utilization: 100 }],
      "PAUSED_USAGE_LIMIT",
    ],
    [
      "asleep",
      [...RUNNING, { type: "usage_limit_hit", limitType: "5h", utilization: 100 }, SLEEP],
      "SLEEPING_LIMIT",
    ],
    ["awake again", [...RUNNING, SLEEP, { type: "sleep_end" }], "RUNNING"],
    ["reviewing", [...RUNNING, { type: "review_started", completedItemIds: ["003"] }], "REVIEWING"],
    [
      "reviewed",
      [STARTED, { type: "review_started", completedItemIds: [] }, { type: "review_failed", reason: "x" }],
      "RUNNING",
    ],
    ["a second run", [...RUNNING, COMPLETED, STARTED], "RUNNING"],
  ])("%s", (_, events, state) => {
    expect(parseLog(logOf(...events))?.state).toBe(state);
  });

  it("gives iteration, budget, item, signal and times", () => {
    expect(parseLog(logOf(...RUNNING))).toEqual({
      state: "RUNNING",
      iteration: 1,
      maxIterations: 20,
      currentItem: "003",
      lastSignal: null,
      startedAtMs: START,
      lastLineAtMs: START + 120_000,
      sleepUntil: null,
    });
  });

  it.each<[LoopEventBody, string]>([
    [{ type: "item_completed", itemId: "003", title: "T" }, "clean"],
    [{ type: "item_blocked", itemId: "003", reason: "x" }, "blocked"],
    [{ type: "needs_human", itemId: "003", reason: "x" }, "needs_human"],
    [{ type: "item_retried", itemId: "003", attempt: 1, maxRetries: 3 }, "error"],
  ])("after %j: %s, and no item", (body, lastSignal) => {
    expect(parseLog(logOf(...RUNNING, body))).toMatchObject({ lastSignal, currentItem: null });
  });

  it("forgets the run before, whatever it left", () => {
    const facts = parseLog(logOf(...RUNNING, SLEEP, STARTED));
    expect(facts).toMatchObject({
      iteration: null,
      currentItem: null,
      sleepUntil: null,
      startedAtMs: START + 240_000,
    });
  });

  it("knows nothing of an idle project after a reset", () => {
    const facts = parseLog([...logOf(...RUNNING), stampLine(PHRASES.loopReset.say({}), START)]);
    expect(facts).toMatchObject({ state: "IDLE", iteration: null, startedAtMs: null });
  });

  it("reads the patterns with and without their time", () => {
    const lines = [
      "Loop started (maxIterations=20)",
      "[2026-11-20 23:05:00] --- Iteration 8 / 20 ---",
      "Item 1000 needs human input: Keep files for 30 or 90 days?",
    ];
    expect(parseLog(lines)).toMatchObject({
      iteration: 8,
      lastSignal: "needs_human",
      startedAtMs: null,
      lastLineAtMs: Date.parse("2026-11-20T23:05:00Z"),
    });
    expect(parseLog(["[2026-11-20 23:05:00] Max iterations reached (20)"])).toMatchObject({
      state: "LIMIT_REACHED",
      maxIterations: 20,
    });
  });

  it("is null for lines that say nothing", () => {
    expect(parseLog([])).toBeNull();
    expect(
      parseLog(["", "hello", "[2026-11-20 23:05:00] Budget 20 (computed)", "xLoop completed"]),
    ).toBeNull();
  });

  it("reads back what was said, for any fields", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1 })
      .map((one) => one.replaceAll(/\s+/g, " ").trim());
    const id = fc.oneof(fc.constantFrom("001", "1000", "a-b"), fc.stringMatching(/^[0-9]{3,6}$/));
    fc.assert(
      fc.property(id, text, fc.nat(), fc.nat(), (itemId, said, n, m) => {
        expect(PHRASES.itemCompleted.read(PHRASES.itemCompleted.say({ id: itemId, text: said }))?.id).toBe(
          itemId,
        );
        expect(PHRASES.iteration.read(PHRASES.iteration.say({ n, m }))).toEqual({
          n: String(n),
          m: String(m),
        });
        expect(PHRASES.loopStarted.read(PHRASES.loopStarted.say({ n }))).toEqual({ n: String(n) });
        expect(PHRASES.maxIterationsReached.read(PHRASES.maxIterationsReached.say({ n }))).toEqual({
          n: String(n),
        });
      }),
      { seed: 20261121 },
    );
  });
});
