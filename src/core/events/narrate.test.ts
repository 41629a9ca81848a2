import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "#contracts/event-types";
import type { LoopEventBody } from "#contracts/schema/loop-event";
import { createNarrator } from "#core/events/narrate";
import type { Narration } from "#core/events/narration";

const START = Date.parse("2026-11-20T23:11:20Z");

/** Events, each some milliseconds after the one before. */
function tell(...events: readonly (readonly [afterMs: number, body: LoopEventBody])[]): Narration[] {
  const narrator = createNarrator();
  let now = START;
  return events.flatMap(([afterMs, body]) => {
    now += afterMs;
    return narrator.tell({ ...body, timestamp: new Date(now).toISOString(), projectPath: "/p" });
  });
}
/** The last thing told, in short. */
const last = (...events: readonly (readonly [number, LoopEventBody])[]): Narration | undefined =>
  tell(...events).at(-1);

const ITERATION: LoopEventBody = { type: "iteration_start", iteration: 3, maxIterations: 20 };
const SELECTED: LoopEventBody = {
  type: "item_selected",
  itemId: "003",
  title: "Split\nthe parser",
  priority: 2,
};
const SPAWNED: LoopEventBody = {
  type: "llm_spawned",
  itemId: "003",
  provider: "claude-cli",
  model: "opus",
  timeoutMinutes: 60,
};
const exited = (durationMs: number, exitCode: number | null = 0, timedOut = false): LoopEventBody => ({
  type: "llm_exited",
  itemId: "003",
  provider: "claude-cli",
  exitCode,
  timedOut,
  durationMs,
});
const said = (signal: "done" | "blocked" | "needs_human" | "none"): LoopEventBody => ({
  type: "signal_parsed",
  itemId: "003",
  signal,
});
const RETRIED: LoopEventBody = {
  type: "item_retried",
  itemId: "003",
  attempt: 1,
  maxRetries: 3,
  stdoutTail: "",
  stderrTail: "",
};
const COMPLETED: LoopEventBody = {
  type: "item_completed",
  itemId: "003",
  title: "Split the parser",
  commit: "5d07c1a0ffee",
};
const blocked = (reason: string, more: object = {}): LoopEventBody => ({
  type: "item_blocked",
  itemId: "003",
  reason,
  ...more,
});
const opening = [
  [0, ITERATION],
  [0, SELECTED],
  [0, SPAWNED],
] as const;

describe("items", () => {
  it("starts with title and iteration", () => {
    expect(tell([0, ITERATION], [0, SELECTED])).toEqual([
      {
        at: "2026-11-20T23:11:20.000Z",
        level: "normal",
        word: "start",
        glyph: "running",
        id: "003",
        says: "title",
        text: "Split the parser",
        fact: "iteration 3 of 20",
        hash: null,
        detail: [],
        untilMs: null,
      },
    ]);
  });

  it("is done with its commit and the time that all its sessions took", () => {
    const first = [...opening, [400_000, exited(400_000)], [0, said("none")], [0, RETRIED]] as const;
    const second = [
      [60_000, ITERATION],
      [0, SELECTED],
      [0, SPAWNED],
      [308_000, exited(308_000)],
      [0, said("done")],
    ] as const;
    expect(last(...first, ...second, [1, COMPLETED])).toMatchObject({
      word: "done",
      glyph: "done",
      says: "title",
      text: "Split the parser",
      fact: "11m 48s",
      hash: "5d07c1a",
    });
  });

  it("is done by a commit that was already there", () => {
    expect(last(...opening, [0, { ...COMPLETED, recovered: true }])).toMatchObject({
      glyph: "done",
      says: "sentence",
      text: "recovered: its commit 5d07c1a was already there",
    });
  });

  it.each<[string, LoopEventBody, string]>([
    ["ended quietly", exited(400_000), "no signal after 6m 40s; attempt 2 of 4"],
    ["failed", exited(400_000, 3), "no signal after 6m 40s (exit 3); attempt 2 of 4"],
  ])("is retried after a session that %s", (_, exit, text) => {
    expect(last(...opening, [400_000, exit], [0, said("none")], [0, RETRIED])).toMatchObject({
      word: "retry",
      glyph: "retry",
      says: "sentence",
      text,
    });
  });

  it.each<[string, LoopEventBody, LoopEventBody, Partial<Narration>]>([
    [
      "the agent is blocked",
      said("blocked"),
      blocked("needs\nNPM_TOKEN"),
      {
        word: "blocked",
        glyph: "blocked",
        says: "title",
        text: "Split the parser",
        fact: "blocked",
        detail: ["needs NPM_TOKEN"],
      },
    ],
    [
      "the runner blocks it",
      said("none"),
      blocked("timed out after 3600 seconds"),
      {
        word: "blocked",
        glyph: "blocked",
        says: "sentence",
        text: "timed out after 3600 seconds",
        fact: null,
        detail: [],
      },
    ],
    [
      "its commit fails",
      said("done"),
      blocked("the commit failed: husky"),
      { word: "blocked", says: "sentence", text: "the commit failed: husky" },
    ],
    [
      "it is deferred",
      said("none"),
      blocked("no signal in 4 attempts", { deferred: true }),
      { word: "deferred", glyph: "deferred", says: "sentence", text: "deferred: no signal in 4 attempts" },
    ],
    [
      "it is deferred, told by its tails",
      said("none"),
      blocked("no signal in 4 attempts", { stdoutTail: "", stderrTail: "" }),
      { word: "deferred", text: "deferred: no signal in 4 attempts" },
    ],
    [
      "it asks",
      said("needs_human"),
      { type: "needs_human", itemId: "003", reason: "30 or 90 days?" },
      {
        word: "needs-human",
        glyph: "asks",
        says: "title",
        text: "Split the parser",
        fact: "needs human",
        detail: ["30 or 90 days?"],
      },
    ],
  ])("tells why when %s", (_, signal, event, expected) => {
    expect(last(...opening, [60_000, exited(60_000)], [0, signal], [0, event])).toMatchObject({
      id: "003",
      ...expected,
    });
  });
});

describe("a session that failed at once", () => {
  const failing = (code: number | null = 1) =>
    [...opening, [2000, exited(2000, code)], [0, said("none")]] as const;
  const normal = (told: Narration[]): (string | null)[] =>
    told.filter((one) => one.level === "normal" && one.word !== "start").map((one) => one.text);
  const sentence = (how: string, failure: number): string =>
    `the agent failed at once (${how} after 2s), not counted; failure ${failure} of 3`;

  it("is told with the next pass, and counted", () => {
    const told = normal(
      tell(...failing(), ...failing(null), ...failing(0), [
        0,
        { type: "loop_error", error: "3 failures in a row" },
      ]),
    );
    expect(told).toEqual([
      sentence("exit 1", 1),
      sentence("no exit code", 2),
      sentence("exit 0", 3),
      "3 failures in a row",
    ]);
  });

  it("counts anew after a session that didn't", () => {
    const good = [...opening, [20_000, exited(20_000)], [0, said("done")], [0, COMPLETED]] as const;
    expect(normal(tell(...failing(), ...good, ...failing(), [0, ITERATION]))).toEqual([
      sentence("exit 1", 1),
      "Split the parser",
      sentence("exit 1", 1),
    ]);
  });

  it.each<[string, LoopEventBody]>([
    ["a limit", { type: "usage_limit_hit", limitType: "5h", utilization: 100 }],
    ["a cancel", { type: "loop_cancelled" }],
    ["a quick done", COMPLETED],
    ["a signal", said("done")],
    ["a retry", RETRIED],
    ["a block", blocked("x")],
  ])("isn't told when %s explains it", (_, event) => {
    expect(
      normal(tell(...failing(), [0, event], [0, ITERATION])).some((text) => text?.includes("at once")),
    ).toBe(false);
  });

  it("names the threshold that it is given", () => {
    const narrator = createNarrator({ breakerThreshold: 5 });
    const told = [...failing(), [0, ITERATION] as const].flatMap(([, body]) =>
      narrator.tell({ ...body, timestamp: "2026-11-20T23:11:20.000Z", projectPath: "/p" }),
    );
    expect(normal(told)[0]).toContain("failure 1 of 5");
  });
});

describe("the run", () => {
  it.each<[string, [number, LoopEventBody][], Partial<Narration>]>([
    [
      "a limit",
      [[0, { type: "usage_limit_hit", limitType: "7d", utilization: 100 }]],
      { word: "limit", text: "the 7-day usage limit" },
    ],
    [
      "a sleep",
      [
        [
          0,
          { type: "sleep_start", sleepUntil: "2026-11-21T01:34:00.000Z", reason: "the 5-hour usage limit" },
        ],
      ],
      {
        word: "sleep",
        glyph: "limit",
        text: "the 5-hour usage limit",
        untilMs: Date.parse("2026-11-21T01:34:00Z"),
      },
    ],
    [
      "its end",
      [
        [0, { type: "sleep_start", sleepUntil: "2026-11-21T01:34:00.000Z", reason: "x" }],
        [6_660_000, { type: "sleep_end" }],
      ],
      { word: "wake", text: "slept 1h 51m" },
    ],
    [
      "completion",
      [[0, { type: "loop_completed", completedCount: 5, blockedCount: 0 }]],
      { word: "complete", glyph: "done", text: "5 done" },
    ],
    [
      "completion with blocks",
      [[0, { type: "loop_completed", completedCount: 5, blockedCount: 2 }]],
      { glyph: "blocked", text: "5 done, 2 blocked" },
    ],
    [
      "a spent budget",
      [[0, { type: "loop_completed", completedCount: 5, blockedCount: 0, status: "limit_reached" }]],
      { word: "limit" },
    ],
    [
      "an error",
      [[0, { type: "loop_error", error: "a\nb" }]],
      { word: "error", glyph: "failed", text: "a b" },
    ],
    [
      "a cancel",
      [[0, { type: "loop_cancelled" }]],
      { word: "paused", glyph: "paused", text: "stopped by you" },
    ],
    [
      "a pause",
      [[0, { type: "loop_paused", itemId: "004", reason: "needs_human" }]],
      { word: "paused", id: "004" },
    ],
    [
      "a review's start",
      [[0, { type: "review_started", completedItemIds: ["001"] }]],
      { word: "review", text: "Reviewing 1 item" },
    ],
    [
      "a review that found something",
      [
        [0, { type: "review_started", completedItemIds: [] }],
        [118_000, { type: "review_completed", itemsCreated: 2, summary: "", itemIds: ["010", "011"] }],
      ],
      {
        word: "review",
        glyph: "done",
        text: "Review: 2 fix items added",
        fact: "1m 58s",
        detail: ["010", "011"],
      },
    ],
    [
      "a review that found nothing",
      [[0, { type: "review_completed", itemsCreated: 0, summary: "" }]],
      { text: "Review: no issues", fact: null },
    ],
    [
      "a review that failed",
      [[0, { type: "review_failed", reason: "its answer has no items" }]],
      { glyph: "blocked", text: "Review failed, nothing was added: its answer has no items" },
    ],
  ])("tells %s", (_, events, expected) => {
    expect(last(...events)).toMatchObject({ level: "normal", ...expected });
  });

  it("warns of silence, and says when it will end", () => {
    const silence = { type: "llm_stuck_warning", itemId: "003", silentMs: 300_000 } as const;
    expect(last(...opening, [300_000, silence])).toMatchObject({
      word: "silent",
      glyph: "blocked",
      text: "silent for 5m 00s and no tool is running",
      untilMs: START + 3_600_000,
    });
    expect(last([0, { ...silence, currentTool: "Bash" }])).toMatchObject({
      text: "silent for 5m 00s in Bash",
      untilMs: null,
    });
  });
});

describe("the verbose level", () => {
  const tool = (phase: "start" | "end"): LoopEventBody => ({
    type: "llm_tool_activity",
    itemId: "003",
    toolName: "Bash",
    phase,
  });
  const UPDATE: LoopEventBody = {
    type: "llm_token_update",
    itemId: "003",
    inputTokens: 41_200,
    outputTokens: 310,
  };

  it("tells what happens inside of a session", () => {
    const told = tell(
      [0, SPAWNED],
      [5000, tool("start")],
      [14_000, tool("end")],
      [0, UPDATE],
      [1, exited(400_000)],
      [0, said("none")],
    );
    expect(told.map((one) => [one.level, one.word, one.text, one.fact])).toEqual([
      ["verbose", "session", "claude-cli, opus, 60 min", null],
      ["verbose", "tool", "Bash", "start"],
      ["verbose", "tool", "Bash", "end, 14.0s"],
      ["verbose", "tokens", "41.2k in, 310 out", null],
      ["verbose", "exit", "0 after 6m 40s", null],
      ["verbose", "signal", "none", null],
    ]);
  });

  it.each<[string, LoopEventBody[], Partial<Narration>]>([
    ["a session that timed out", [exited(3_600_000, null, true)], { text: "timed out after 1h 00m" }],
    ["one that was killed", [exited(20_000, null)], { text: "killed after 20s" }],
    ["a tool whose start wasn't heard", [tool("end")], { fact: "end" }],
  ])("tells of %s", (_, events, expected) => {
    expect(last(...events.map((body) => [0, body] as const))).toMatchObject(expected);
  });
});

it("tells something of all events but three, and nothing of one that it doesn't know", () => {
  const silent = ["loop_started", "iteration_start", "usage_limit_cleared"];
  const any = {
    itemId: "1",
    title: "",
    reason: "",
    error: "",
    provider: "",
    toolName: "",
    completedItemIds: [],
  };
  const told = EVENT_TYPES.filter(
    (type) => tell([0, { ...any, type } as unknown as LoopEventBody]).length > 0,
  );
  expect(told).toEqual(EVENT_TYPES.filter((type) => !silent.includes(type)));
  expect(tell([0, { type: "item_praised" } as unknown as LoopEventBody])).toEqual([]);
});
