import { describe, expect, it } from "vitest";
import { nextStep, type LoopFacts, type Step } from "#core/loop/next-step";

const facts: LoopFacts = {
  cancelled: false,
  halt: null,
  askedBy: null,
  limit: null,
  infraFailures: 0,
  breakerThreshold: 3,
  idlePasses: 0,
  idlePassLimit: 3,
  iteration: 0,
  maxIterations: 20,
  nextItem: "001",
  review: "off",
};

const sleep = { kind: "sleep", untilMs: 5000, limitType: "5h", agentId: "codex" } as const;
const weekly = { kind: "halt", status: "weekly_limit", untilMs: null, limitType: "7d" } as const;
const paused = { kind: "halt", status: "paused_usage_limit", untilMs: 1, limitType: "5h" } as const;
const end = (status: string, error: string | null = null): Step => ({ kind: "end", status, error }) as Step;

describe("nextStep", () => {
  const rows: readonly [why: string, facts: Partial<LoopFacts>, step: Step][] = [
    ["an eligible item is taken", {}, { kind: "iterate", itemId: "001" }],
    ["the last pass of the budget is a pass", { iteration: 19 }, { kind: "iterate", itemId: "001" }],
    ["a spent budget with items left ends the run", { iteration: 20 }, end("limit_reached")],
    ["a spent budget with nothing left is complete", { iteration: 20, nextItem: null }, end("complete")],
    ["nothing eligible is complete", { nextItem: null }, end("complete")],
    ["a cancel pauses", { cancelled: true }, end("paused")],
    ["a cancel during a sleep pauses, too", { cancelled: true, limit: sleep }, end("paused")],
    ["a question ends the run when asked to", { askedBy: "004" }, end("paused_human")],
    ["a 5-hour limit is slept through", { limit: sleep }, sleep],
    ["a 5-hour limit halts where sleeping is off", { limit: paused }, end("paused_usage_limit")],
    ["a 7-day limit halts", { limit: weekly }, end("weekly_limit")],
    ["two infra failures go on", { infraFailures: 2 }, { kind: "iterate", itemId: "001" }],
    ["the third trips the breaker", { infraFailures: 3 }, end("error", "3 failures in a row")],
    [
      "a breaker of one trips at once",
      { infraFailures: 1, breakerThreshold: 1 },
      end("error", "1 failure in a row"),
    ],
    ["no-ops are bounded", { idlePasses: 3 }, end("error", "3 passes in a row found nothing to do")],
    [
      "what halts the run comes before its questions",
      { halt: "A merge is left.", askedBy: "004" },
      end("error", "A merge is left."),
    ],
    ["a cancel comes before what halts", { halt: "A merge is left.", cancelled: true }, end("paused")],
    ["a due review comes before the end", { nextItem: null, review: "due" }, { kind: "review" }],
    ["a due review comes before a spent budget's end", { iteration: 20, review: "due" }, { kind: "review" }],
    ["items left come before the review", { review: "due" }, { kind: "iterate", itemId: "001" }],
    ["a review happens once", { nextItem: null, review: "done" }, end("complete")],
  ];

  it.each(rows)("%s", (_why, change, step) => {
    expect(nextStep({ ...facts, ...change })).toEqual(step);
  });
});
