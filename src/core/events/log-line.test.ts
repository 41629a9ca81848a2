import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "#contracts/event-types";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import { logLine, stampLine } from "#core/events/log-line";
import { parseLog } from "#core/status/parse-log";
import { anyCharacter } from "../../../test/samples/any-character.ts";

const event = (body: LoopEventBody): LoopEvent => ({
  ...body,
  timestamp: "2026-11-20T23:04:11.000Z",
  projectPath: "/p",
});

/** One of each, and what tool.log says of it. */
const LINES: readonly (readonly [LoopEventBody, string | null])[] = [
  [{ type: "loop_started", maxIterations: 20 }, "Loop started (maxIterations=20)"],
  [{ type: "iteration_start", iteration: 3, maxIterations: 20 }, "--- Iteration 3 / 20 ---"],
  [{ type: "item_selected", itemId: "003", title: "Split it", priority: 1 }, "Item 003 selected: Split it"],
  [
    { type: "llm_spawned", itemId: "003", provider: "codex", model: "m", timeoutMinutes: 60 },
    "Session of codex, m starts, 60 min at most",
  ],
  [
    {
      type: "llm_exited",
      itemId: "003",
      provider: "codex",
      exitCode: 0,
      timedOut: false,
      durationMs: 134_000,
    },
    "Session of codex exited with 0 after 2m 14s",
  ],
  [{ type: "signal_parsed", itemId: "003", signal: "done" }, "Signal: done"],
  [{ type: "item_completed", itemId: "003", title: "Split it" }, "Item 003 completed: Split it"],
  [{ type: "item_blocked", itemId: "003", reason: "needs\nNPM_TOKEN" }, "Item 003 blocked: needs NPM_TOKEN"],
  [{ type: "item_retried", itemId: "003", attempt: 1, maxRetries: 3 }, "Item 003 retried: attempt 1 of 3"],
  [{ type: "needs_human", itemId: "003", reason: "30 or 90?" }, "Item 003 needs human input: 30 or 90?"],
  [{ type: "loop_paused", itemId: "003", reason: "needs_human" }, "Loop paused: item 003 waits for a human"],
  [{ type: "usage_limit_hit", limitType: "5h", utilization: 93.4 }, "Usage limit hit (5h, 93%)"],
  [{ type: "usage_limit_cleared", limitType: "5h" }, "Usage limit cleared (5h)"],
  [
    { type: "sleep_start", sleepUntil: "2026-11-21T01:34:00.000Z", reason: "the 5-hour usage limit" },
    "Sleeping until 2026-11-21T01:34:00.000Z: the 5-hour usage limit",
  ],
  [{ type: "sleep_end" }, "Awake"],
  [{ type: "loop_completed", completedCount: 5, blockedCount: 2 }, "Loop completed"],
  [{ type: "loop_error", error: "3 failures in a row" }, "Loop error: 3 failures in a row"],
  [{ type: "loop_cancelled" }, "Loop cancelled"],
  [{ type: "review_started", completedItemIds: ["001", "002"] }, "Review started: 2 items"],
  [{ type: "review_completed", itemsCreated: 1, summary: "x" }, "Review completed: 1 items created"],
  [{ type: "review_failed", reason: "no answer" }, "Review failed: no answer"],
  [{ type: "llm_tool_activity", itemId: "003", toolName: "Bash", phase: "start" }, null],
  [{ type: "llm_token_update", itemId: "003", inputTokens: 1, outputTokens: 1 }, null],
  [{ type: "llm_stuck_warning", itemId: "003", silentMs: 300_000 }, "No output for 5m 00s"],
];

describe("logLine", () => {
  it.each(LINES.map(([body, line]) => [body.type, body, line] as const))("%s", (_, body, line) => {
    expect(logLine(event(body))).toEqual(line === null ? [] : [line]);
  });

  it("knows all the events", () => {
    expect(LINES.map(([body]) => body.type)).toEqual([...EVENT_TYPES]);
  });

  it("tells a spent budget from a completed loop", () => {
    const spent = {
      type: "loop_completed",
      completedCount: 5,
      blockedCount: 0,
      status: "limit_reached",
    } as const;
    expect(logLine(event({ ...spent, maxIterations: 20 }))).toEqual(["Max iterations reached (20)"]);
    expect(logLine(event({ ...spent, status: "complete", maxIterations: 20 }))).toEqual(["Loop completed"]);
  });

  it("is always one line, so that no title or reason can pass for another", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constant("x\nLoop completed\r\n--- Iteration 9 / 9 ---"),
    );
    fc.assert(
      fc.property(text, (reason) => {
        const [line = "", ...more] = logLine(event({ type: "item_blocked", itemId: "003", reason }));
        expect(more).toEqual([]);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(parseLog([line])).toMatchObject({ state: "IDLE", lastSignal: "blocked" });
      }),
      { seed: 20261121 },
    );
  });
});

describe("stampLine", () => {
  it("is in UTC, to the second", () => {
    expect(stampLine("Awake", Date.parse("2026-01-02T03:04:05.999+02:00"))).toBe(
      "[2026-01-02 01:04:05] Awake",
    );
  });
});
