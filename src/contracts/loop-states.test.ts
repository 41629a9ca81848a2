import { describe, expect, test } from "vitest";
import {
  ACTIVE_LOOP_STATUSES,
  LAST_SIGNALS,
  LOOP_STATES,
  LOOP_STATE_LABELS,
  LOOP_STATUSES,
  LOOP_TRANSITIONS,
  RESUMABLE_LOOP_STATUSES,
  STATE_OF_STATUS,
  STATE_SOURCES,
  TERMINAL_LOOP_STATUSES,
  TONES,
} from "#contracts/loop-states";

const STATUSES = [
  "idle",
  "starting",
  "running",
  "paused",
  "complete",
  "paused_human",
  "limit_reached",
  "error",
  "sleeping_limit",
  "weekly_limit",
  "reviewing",
  "paused_usage_limit",
];

test.each([
  ["persisted statuses", LOOP_STATUSES, STATUSES],
  ["last signals", LAST_SIGNALS, ["clean", "blocked", "needs_human", "error"]],
  ["sources", STATE_SOURCES, ["state.json", "log-parsing", "none"]],
  ["tones", TONES, ["neutral", "info", "success", "warning", "danger"]],
])("%s", (_, values, expected) => {
  expect(values).toEqual(expected);
});

test("resume takes exactly these statuses", () => {
  expect([...RESUMABLE_LOOP_STATUSES].sort()).toEqual(
    [
      "paused_human",
      "paused_usage_limit",
      "limit_reached",
      "error",
      "paused",
      "sleeping_limit",
      "weekly_limit",
    ].sort(),
  );
});

const LABELS = [
  ["IDLE", "Idle", "neutral"],
  ["RUNNING", "Running", "info"],
  ["PAUSED", "Paused", "info"],
  ["COMPLETE", "Complete", "success"],
  ["PAUSED_HUMAN", "Needs Human", "warning"],
  ["LIMIT_REACHED", "Limit Reached", "warning"],
  ["ERROR", "Error", "danger"],
  ["NOT_INSTALLED", "Not Installed", "neutral"],
  ["SLEEPING_LIMIT", "Sleeping (Limit)", "warning"],
  ["WEEKLY_LIMIT", "Weekly Limit", "warning"],
  ["REVIEWING", "Reviewing", "info"],
  ["PAUSED_USAGE_LIMIT", "Usage Limit (Paused)", "warning"],
] as const;

test.each(LABELS)("%s is shown as %s, %s", (state, label, tone) => {
  expect(LOOP_STATE_LABELS[state]).toEqual({ label, tone });
});

test("there are no other states and labels", () => {
  expect(LOOP_STATES).toEqual(LABELS.map(([state]) => state));
  expect(Object.keys(LOOP_STATE_LABELS)).toEqual(LABELS.map(([state]) => state));
});

describe("from persisted to shown", () => {
  test.each(LOOP_STATUSES)("%s", (status) => {
    const expected = status === "starting" ? "RUNNING" : status.toUpperCase();
    expect(STATE_OF_STATUS[status]).toBe(expected);
    expect(LOOP_STATES).toContain(STATE_OF_STATUS[status]);
  });

  test("every state but NOT_INSTALLED is reached", () => {
    const reached = new Set(Object.values(STATE_OF_STATUS));
    expect(LOOP_STATES.filter((state) => !reached.has(state))).toEqual(["NOT_INSTALLED"]);
  });
});

test("every status is idle, active or terminal, and only one of them", () => {
  expect(["idle", ...ACTIVE_LOOP_STATUSES, ...TERMINAL_LOOP_STATUSES].sort()).toEqual([...STATUSES].sort());
});

describe("moves of the loop", () => {
  const table = {
    idle: ["starting"],
    starting: [
      "starting",
      "running",
      "reviewing",
      "paused",
      "error",
      "paused_usage_limit",
      "sleeping_limit",
      "weekly_limit",
    ],
    running: [
      "starting",
      "paused",
      "complete",
      "paused_human",
      "limit_reached",
      "error",
      "sleeping_limit",
      "weekly_limit",
      "reviewing",
      "paused_usage_limit",
    ],
    paused: ["starting"],
    complete: ["starting"],
    paused_human: ["starting"],
    limit_reached: ["starting"],
    error: ["starting"],
    sleeping_limit: ["starting", "running", "paused", "error"],
    weekly_limit: ["starting"],
    reviewing: [
      "starting",
      "running",
      "complete",
      "limit_reached",
      "paused",
      "error",
      "paused_usage_limit",
      "sleeping_limit",
      "weekly_limit",
    ],
    paused_usage_limit: ["starting"],
  } as const;

  test.each(LOOP_STATUSES)("from %s", (from) => {
    const rows = LOOP_TRANSITIONS.filter((row) => row.from === from).map((row) => row.to);
    expect([...rows].sort()).toEqual([...table[from]].sort());
  });
});
