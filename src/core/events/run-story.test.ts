import { describe, expect, it } from "vitest";
import type { LoopEventBody } from "#contracts/schema/loop-event";
import { createRunStory, type RunFacts } from "#core/events/run-story";

const START = Date.parse("2026-11-20T22:04:11Z");
const AT_ONCE = 2000;
const LONG = 60_000;

/** The facts after events, each some milliseconds after the one before. */
function factsOf(
  ...events: readonly (readonly [afterMs: number, body: LoopEventBody])[]
): Readonly<RunFacts> {
  const story = createRunStory();
  let now = START;
  for (const [afterMs, body] of events) {
    now += afterMs;
    story.hear({ ...body, timestamp: new Date(now).toISOString(), projectPath: "/p" });
  }
  return story.facts;
}

const select = (itemId: string): LoopEventBody => ({
  type: "item_selected",
  itemId,
  title: `Title\n${itemId}`,
  priority: 2,
});
const spawn = (itemId: string): LoopEventBody => ({
  type: "llm_spawned",
  itemId,
  provider: "codex",
  timeoutMinutes: 60,
});
const exit = (itemId: string, durationMs: number, exitCode: number | null = 0): LoopEventBody => ({
  type: "llm_exited",
  itemId,
  provider: "codex",
  exitCode,
  timedOut: false,
  durationMs,
});
const done = (itemId: string): LoopEventBody => ({
  type: "item_completed",
  itemId,
  title: "T",
  commit: "abcdef0123",
});
const retried = (itemId: string): LoopEventBody => ({
  type: "item_retried",
  itemId,
  attempt: 1,
  maxRetries: 3,
});
const tool = (toolName: string, phase: "start" | "end"): LoopEventBody => ({
  type: "llm_tool_activity",
  itemId: "001",
  toolName,
  phase,
});
const tokens = (inputTokens: number, outputTokens: number): LoopEventBody => ({
  type: "llm_token_update",
  itemId: "001",
  inputTokens,
  outputTokens,
});

describe("items", () => {
  it("are known with their work of all attempts, in the order of their last word", () => {
    const facts = factsOf(
      [0, select("001")],
      [0, spawn("001")],
      [LONG, exit("001", LONG)],
      [0, retried("001")],
      [0, select("002")],
      [0, spawn("002")],
      [5000, exit("002", 5000)],
      [0, done("002")],
      [0, select("001")],
      [0, spawn("001")],
      [LONG, exit("001", LONG)],
      [0, done("001")],
    );
    const commit = "abcdef0123";
    expect([...facts.items]).toEqual([
      ["002", { title: "T", workedMs: 5000, attempt: 1, attempts: null, done: { commit } }],
      ["001", { title: "T", workedMs: 2 * LONG, attempt: 2, attempts: 4, done: { commit } }],
    ]);
    expect(facts).toMatchObject({ current: null, sessions: 3, retries: 1 });
  });

  it("the current one stays through a failure at once and a usage limit", () => {
    const selected = [0, select("001")] as const;
    const failed = [
      [0, spawn("001")],
      [AT_ONCE, exit("001", AT_ONCE, 1)],
    ] as const;
    const limit: LoopEventBody = { type: "usage_limit_hit", limitType: "5h", utilization: 100 };
    const current = { id: "001", title: "Title 001", sinceMs: START };
    expect(factsOf(selected, ...failed).current).toEqual(current);
    expect(factsOf(selected, ...failed, [0, limit]).current).toEqual(current);
    expect(factsOf(selected, [0, { type: "item_blocked", itemId: "001", reason: "x" }]).current).toBeNull();
    expect(factsOf(selected, [0, { type: "needs_human", itemId: "001", reason: "x" }]).current).toBeNull();
  });
});

describe("sessions", () => {
  it("have their tools under way and their counts", () => {
    const facts = factsOf(
      [0, spawn("001")],
      [1, tool("Bash", "start")],
      [1, tool("Read", "start")],
      [1, tool("Bash", "start")],
      [1, tool("Bash", "end")],
      [1, tool("Edit", "end")],
      [1, tokens(1000, 10)],
      [1, tokens(41_200, 3100)],
    );
    expect(facts.session).toMatchObject({
      provider: "codex",
      toolCalls: 4,
      tools: [
        { name: "Bash", sinceMs: START + 1 },
        { name: "Read", sinceMs: START + 2 },
      ],
      tokens: { input: 41_200, output: 3100 },
    });
    expect(facts.tokens).toEqual({ input: 0, output: 0 });
  });

  it("add their tokens up when they end", () => {
    const session = [
      [0, spawn("001")],
      [0, tokens(1000, 10)],
      [0, exit("001", LONG)],
    ] as const;
    expect(factsOf(...session, ...session)).toMatchObject({
      session: null,
      tokens: { input: 2000, output: 20 },
    });
  });

  it("that end well at once have not failed: git commits their work until the item is settled", () => {
    const said = { type: "signal_parsed", itemId: "001", signal: "done" } as const;
    const quick = [
      [0, spawn("001")],
      [0, exit("001", AT_ONCE)],
      [0, said],
    ] as const;
    expect(factsOf([0, select("001")], ...quick)).toMatchObject({ committing: true, failures: [] });
    expect(factsOf([0, select("001")], ...quick, [0, done("001")]).committing).toBe(false);
    expect(factsOf([0, select("001")], ...quick, [0, spawn("001")]).committing).toBe(false);
  });

  it("that fail at once are counted until one does not", () => {
    const fail = [AT_ONCE, exit("001", AT_ONCE, 1)] as const;
    expect(factsOf(fail, fail).failures).toEqual([
      { atMs: START + AT_ONCE, exitCode: 1, durationMs: AT_ONCE },
      { atMs: START + 2 * AT_ONCE, exitCode: 1, durationMs: AT_ONCE },
    ]);
    expect(factsOf(fail, [0, exit("001", LONG, 1)]).failures).toEqual([]);
    expect(factsOf(fail, [0, done("001")]).failures).toEqual([]);
  });
});

it("sleeps add up", () => {
  const sleepUntil = "2026-11-21T00:34:00.000Z";
  const start: LoopEventBody = { type: "sleep_start", sleepUntil, reason: "the 5-hour\nusage limit" };
  expect(factsOf([0, start])).toMatchObject({
    sleep: { sinceMs: START, untilMs: Date.parse(sleepUntil), reason: "the 5-hour usage limit" },
    sleptMs: 0,
  });
  const slept = [
    [0, start],
    [LONG, { type: "sleep_end" }],
  ] as const;
  expect(factsOf(...slept, ...slept)).toMatchObject({ sleep: null, sleptMs: 2 * LONG });
});

it("a run knows how it began, what it reviews, and its last word", () => {
  const facts = factsOf(
    [
      0,
      { type: "loop_started", maxIterations: 20, provider: "codex", branch: "night", budgetSource: "flag" },
    ],
    [0, { type: "iteration_start", iteration: 3, maxIterations: 20 }],
    [0, { type: "review_started", completedItemIds: ["001", "002"], files: 14, linesAdded: 9 }],
  );
  expect(facts).toMatchObject({
    startedMs: START,
    provider: "codex",
    model: null,
    branch: "night",
    baseline: null,
    maxIterations: 20,
    budgetSource: "flag",
    iteration: 3,
    reviewing: { sinceMs: START, items: 2, diff: { files: 14, added: 9, removed: 0 } },
    ended: null,
  });
  expect(factsOf([0, { type: "review_failed", reason: "x" }]).reviewing).toBeNull();
  expect(factsOf([0, { type: "loop_cancelled" }]).ended?.type).toBe("loop_cancelled");
});

it("takes no notice of an event of a later version", () => {
  expect(factsOf([0, { type: "item_praised" } as unknown as LoopEventBody]).items.size).toBe(0);
});
