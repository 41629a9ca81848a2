import { describe, expect, it } from "vitest";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import { createRunChart } from "#core/status/run-chart";
import { workedMs, type RunChart } from "#core/status/run-chart-shape";

const START = Date.parse("2026-11-20T22:00:00Z");
type Step = readonly [seconds: number, body: LoopEventBody];

function chartOf(...steps: readonly Step[]): RunChart {
  const reader = createRunChart();
  steps.forEach(([seconds, body], index) => reader.hear(`r:${index}`, event(seconds, body)));
  return reader.chart;
}

const event = (seconds: number, body: LoopEventBody): LoopEvent => ({
  ...body,
  timestamp: new Date(START + seconds * 1000).toISOString(),
  projectPath: "/p",
});

const taken = (seconds: number, itemId: string): readonly Step[] => [
  [seconds, { type: "iteration_start", iteration: 1, maxIterations: 20 }],
  [seconds, { type: "item_selected", itemId, title: `Title ${itemId}`, priority: 2 }],
  [seconds, { type: "llm_spawned", itemId, provider: "codex", timeoutMinutes: 60 }],
];
const exited = (seconds: number, itemId: string, exitCode = 0, durationMs = 60_000): Step => [
  seconds,
  { type: "llm_exited", itemId, provider: "codex", exitCode, timedOut: false, durationMs },
];
const tokens = (seconds: number, itemId: string, inputTokens: number): Step => [
  seconds,
  { type: "llm_token_update", itemId, inputTokens, outputTokens: inputTokens / 10 },
];
const outcomes = (chart: RunChart): readonly string[] =>
  chart.rows.flatMap(({ id, attempts }) => attempts.map((one) => `${id}#${one.number} ${one.outcome}`));

describe("the bars", () => {
  it.each<[string, LoopEventBody, string]>([
    ["done", { type: "item_completed", itemId: "001", title: "T" }, "001#1 done"],
    ["blocked", { type: "item_blocked", itemId: "001", reason: "x" }, "001#1 blocked"],
    ["given up", { type: "item_blocked", itemId: "001", reason: "x", deferred: true }, "001#1 deferred"],
    ["a question", { type: "needs_human", itemId: "001", reason: "x" }, "001#1 needs_human"],
    ["a retry", { type: "item_retried", itemId: "001", attempt: 1, maxRetries: 3 }, "001#1 no_signal"],
    ["a usage limit", { type: "usage_limit_hit", limitType: "5h", utilization: 97 }, "001#1 limit"],
    ["the end", { type: "loop_cancelled" }, "001#1 given_back"],
    ["the next pass", { type: "iteration_start", iteration: 1, maxIterations: 20 }, "001#1 given_back"],
  ])("%s", (_, body, expected) => {
    expect(outcomes(chartOf(...taken(0, "001"), exited(60, "001"), [60, body]))).toEqual([expected]);
  });

  it("are numbered by what costs an attempt", () => {
    const chart = chartOf(
      ...taken(0, "001"),
      [60, { type: "item_retried", itemId: "001", attempt: 1, maxRetries: 3 }],
      ...taken(60, "001"),
      [120, { type: "usage_limit_hit", limitType: "5h", utilization: 100 }],
      ...taken(300, "001"),
      [400, { type: "item_completed", itemId: "001", title: "T" }],
    );
    expect(outcomes(chart)).toEqual(["001#1 no_signal", "001#2 limit", "001#2 done"]);
    expect(chart.attemptsAllowed).toBe(4);
    expect(workedMs(chart.rows[0] ?? { id: "", title: "", attempts: [] }, 0)).toBe((60 + 60 + 100) * 1000);
  });

  it("of an item that its commit has settled are none", () => {
    const chart = chartOf([0, { type: "item_completed", itemId: "001", title: "T", recovered: true }]);
    expect(chart.rows).toEqual([]);
    expect(chart.told).toHaveLength(1);
  });

  it("of a review have a row of their own", () => {
    const chart = chartOf(
      [0, { type: "review_started", completedItemIds: ["001", "002"] }],
      [1, { type: "llm_spawned", itemId: "", provider: "codex", timeoutMinutes: 60 }],
      exited(60, ""),
      [61, { type: "review_completed", itemsCreated: 0, summary: "fine" }],
    );
    expect(outcomes(chart)).toEqual(["#1 done"]);
    expect(chart.reviewing).toBeNull();
  });
});

it("sums the tokens of sessions, each of which counts from zero", () => {
  const chart = chartOf(
    ...taken(0, "001"),
    tokens(10, "001", 1000),
    tokens(20, "001", 3000),
    [60, { type: "item_retried", itemId: "001", attempt: 1, maxRetries: 3 }],
    ...taken(60, "001"),
    tokens(70, "001", 500),
  );
  expect([chart.inputTokens, chart.outputTokens]).toEqual([3500, 350]);
  expect(chart.rows[0]?.attempts.map((one) => one.inputTokens)).toEqual([3000, 500]);
});

it("knows the session under way, its tools and its silence", () => {
  const tool = (seconds: number, toolName: string, phase: "start" | "end"): Step => [
    seconds,
    { type: "llm_tool_activity", itemId: "001", toolName, phase },
  ];
  const steps = [
    ...taken(0, "001"),
    tool(5, "Read", "start"),
    tool(6, "Bash", "start"),
    tool(7, "Read", "end"),
  ];
  expect(chartOf(...steps).session).toMatchObject({ attempt: 1, tools: [{ name: "Bash" }], silence: null });
  const silent = [
    ...steps,
    [306, { type: "llm_stuck_warning", itemId: "001", silentMs: 300_000, currentTool: "Bash" }],
  ] as const;
  expect(chartOf(...silent).session?.silence).toEqual({ sinceMs: START + 6000, tool: "Bash" });
  expect(chartOf(...silent, tool(310, "Bash", "end")).session?.silence).toBeNull();
  expect(chartOf(...steps, exited(60, "001")).session).toBeNull();
});

describe("what is told", () => {
  it("leaves out what comes from inside a session", () => {
    const chart = chartOf(...taken(0, "001"), tokens(10, "001", 1000), exited(60, "001"), [
      60,
      { type: "item_completed", itemId: "001", title: "T" },
    ]);
    expect(chart.told.map(({ event }) => event.type)).toEqual(["llm_spawned", "item_completed"]);
    expect(chart.told[1]).toMatchObject({ itemId: "001", attempt: 1, workedMs: 60_000, tokens: 1100 });
  });

  it("a session that failed at once, unless something explains it", () => {
    const failed = [...taken(0, "001"), exited(1, "001", 127, 800)];
    const next: Step = [2, { type: "iteration_start", iteration: 1, maxIterations: 20 }];
    expect(chartOf(...failed, next).told.at(-1)?.event.type).toBe("llm_exited");
    const retried: Step = [2, { type: "item_retried", itemId: "001", attempt: 1, maxRetries: 3 }];
    expect(chartOf(...failed, retried).told.at(-1)?.event.type).toBe("item_retried");
  });

  it("is bounded, as is everything but items and attempts", () => {
    const many = Array.from({ length: 3000 }, (_, index): readonly Step[] => [
      ...taken(index * 60, "001"),
      [index * 60 + 59, { type: "item_completed", itemId: "001", title: "T" }],
    ]).flat();
    expect(chartOf(...many).told).toHaveLength(500);
  });
});

it("takes no notice of an event of a later version", () => {
  const reader = createRunChart();
  reader.hear("r:0", { ...event(0, { type: "sleep_end" }), type: "item_praised" } as unknown as LoopEvent);
  expect(reader.chart.rows).toEqual([]);
});
