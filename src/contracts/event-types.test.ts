import { expect, test } from "vitest";
import {
  EVENTS_FILE,
  EVENTS_SCHEMA_VERSION,
  EVENT_TYPES,
  LIMIT_TYPES,
  SIGNAL_KINDS,
  TOKEN_COALESCE_MS,
  TOOL_PHASES,
} from "#contracts/event-types";

test("the 24 event types in the order of the spec", () => {
  expect(EVENT_TYPES.join(" ")).toBe(
    "loop_started iteration_start item_selected llm_spawned llm_exited signal_parsed item_completed " +
      "item_blocked item_retried needs_human loop_paused usage_limit_hit usage_limit_cleared sleep_start " +
      "sleep_end loop_completed loop_error loop_cancelled review_started review_completed review_failed " +
      "llm_tool_activity llm_token_update llm_stuck_warning",
  );
  expect(EVENT_TYPES).toHaveLength(24);
});

test.each([
  ["version", EVENTS_SCHEMA_VERSION, "1"],
  ["coalescing", TOKEN_COALESCE_MS, 1000],
  ["file", EVENTS_FILE, "events.ndjson"],
  ["signals", SIGNAL_KINDS, ["done", "blocked", "needs_human", "review", "none"]],
  ["windows", LIMIT_TYPES, ["5h", "7d"]],
  ["phases", TOOL_PHASES, ["start", "end"]],
])("%s", (_, value, expected) => {
  expect(value).toEqual(expected);
});
