import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { EVENT_TYPES, type EventType } from "#contracts/event-types";
import { LOOP_EVENT_PAYLOADS, loopEventSchema, loopEventSchemaOf } from "#contracts/schema/loop-event";
import { eventEnvelopeSchema, persistedEventSchema } from "#contracts/schema/persisted-event";

const common = { timestamp: "2026-11-20T23:04:11.000Z", projectPath: "/code/app" };

// Each event with its required fields; then the spec's optional ones.
const EVENTS: Record<EventType, readonly [Record<string, unknown>, Record<string, unknown>]> = {
  loop_started: [{ maxIterations: 20 }, { model: "opus" }],
  iteration_start: [{ iteration: 1, maxIterations: 20 }, {}],
  item_selected: [{ itemId: "001", title: "Fix", priority: 1 }, {}],
  llm_spawned: [{ itemId: "001", provider: "codex", timeoutMinutes: 0.05 }, { model: "opus" }],
  llm_exited: [{ itemId: "001", provider: "codex", exitCode: null, timedOut: true, durationMs: 3000.5 }, {}],
  signal_parsed: [{ itemId: "001", signal: "none" }, { reason: "no key" }],
  item_completed: [{ itemId: "001", title: "Fix" }, {}],
  item_blocked: [
    { itemId: "001", reason: "no key" },
    { stdoutTail: "a", stderrTail: "b" },
  ],
  item_retried: [
    { itemId: "001", attempt: 2, maxRetries: 3 },
    { stdoutTail: "a", stderrTail: "b" },
  ],
  needs_human: [{ itemId: "001", reason: "30 or 90?" }, {}],
  loop_paused: [{ reason: "needs_human", itemId: "001" }, {}],
  usage_limit_hit: [{ limitType: "5h", utilization: 100 }, {}],
  usage_limit_cleared: [{ limitType: "7d" }, {}],
  sleep_start: [{ sleepUntil: "2026-11-21T01:34:00Z", reason: "5-hour limit" }, {}],
  sleep_end: [{}, {}],
  loop_completed: [{ completedCount: 5, blockedCount: 2 }, { needsHumanCount: 1 }],
  loop_error: [{ error: "3 failures in a row" }, {}],
  loop_cancelled: [{}, {}],
  review_started: [{ completedItemIds: ["001"] }, {}],
  review_completed: [{ itemsCreated: 2, summary: "Two." }, {}],
  review_failed: [{ reason: "no items" }, {}],
  llm_tool_activity: [{ itemId: "001", toolName: "Bash", phase: "start" }, {}],
  llm_token_update: [{ itemId: "001", inputTokens: 41_200, outputTokens: 310 }, {}],
  llm_stuck_warning: [
    { itemId: "001", silentMs: 300_000 },
    { currentTool: "Bash", toolRunningMs: 5 },
  ],
};

describe.each(EVENT_TYPES)("%s", (type) => {
  const [required, optional] = EVENTS[type];
  const minimal = { type, ...common, ...required };

  test("is accepted with and without its optional fields", () => {
    for (const event of [minimal, { ...minimal, ...optional }]) {
      expect(loopEventSchema.parse(event)).toEqual(event);
      expect(loopEventSchemaOf(type).parse(event)).toEqual(event);
    }
  });

  test("needs each of its required fields and the common ones", () => {
    for (const name of Object.keys(minimal)) {
      const { [name as keyof typeof minimal]: _, ...rest } = minimal;
      expect([name, loopEventSchema.safeParse(rest).success]).toEqual([name, false]);
    }
  });

  test("has no other required fields", () => {
    const payload: Record<string, z.ZodType> = LOOP_EVENT_PAYLOADS[type];
    const needed = Object.keys(payload).filter((name) => !payload[name]!.safeParse(undefined).success);
    expect(needed.sort()).toEqual(Object.keys(required).sort());
    expect(Object.keys(payload)).toEqual(expect.arrayContaining(Object.keys(optional)));
  });

  test("keeps unknown fields", () => {
    const event = { ...minimal, colour: "red" };
    expect(loopEventSchema.parse(event)).toEqual(event);
  });
});

describe("values", () => {
  test.each([
    ["signal_parsed", { signal: "maybe" }],
    ["loop_paused", { reason: "tired" }],
    ["usage_limit_hit", { limitType: "1h" }],
    ["usage_limit_hit", { utilization: 101 }],
    ["llm_tool_activity", { phase: "middle" }],
    ["llm_exited", { exitCode: "0" }],
    ["iteration_start", { iteration: -1 }],
  ] as const)("%s refuses %o", (type, wrong) => {
    const event = { type, ...common, ...EVENTS[type][0], ...wrong };
    expect(loopEventSchema.safeParse(event).success).toBe(false);
  });

  test("an unknown type is refused by the union, and read by the envelope", () => {
    const event = { type: "of_the_future", ...common, seq: 3, schemaVersion: "1" };
    expect(persistedEventSchema.safeParse(event).success).toBe(false);
    expect(eventEnvelopeSchema.parse(event)).toEqual(event);
  });
});

describe("persisted", () => {
  const event = { type: "sleep_end", ...common, seq: 0, schemaVersion: "1" };

  test("carries seq and schemaVersion and keeps what it doesn't know", () => {
    expect(persistedEventSchema.parse({ ...event, colour: "red" })).toEqual({ ...event, colour: "red" });
  });

  test.each([
    { seq: -1 },
    { seq: 0.5 },
    { seq: undefined },
    { schemaVersion: 1 },
    { schemaVersion: undefined },
  ])("refuses %o", (wrong) => {
    expect(persistedEventSchema.safeParse({ ...event, ...wrong }).success).toBe(false);
  });
});
