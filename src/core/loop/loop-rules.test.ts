import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { LOOP_STATUSES, type LoopStatus } from "#contracts/loop-states";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { resolveBudget } from "#core/loop/budget";
import { afterSession, isTripped, pauseMs } from "#core/loop/circuit-breaker";
import { moveLoop } from "#core/loop/loop-status";
import { isTierAlias, refuseTierAlias, resolveAgent, type TierAliasQuestion } from "#core/loop/resolve-agent";
import { resolveModel, type ModelChoice } from "#core/loop/resolve-model";
import type { Verdict } from "#core/loop/settle-item";

const item = (id: string, more: Partial<BacklogItem> = {}): BacklogItem => ({
  id,
  type: "feature",
  priority: 2,
  title: `Item ${id}`,
  description: "",
  acceptanceCriteria: ["it works"],
  status: "pending",
  completedAt: null,
  ...more,
});
const items = (estimates: readonly (number | undefined)[]): BacklogItem[] =>
  estimates.map((estimate, index) =>
    item(String(index), estimate === undefined ? {} : { estimatedIterations: estimate }),
  );

function errorOf(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error("nothing was refused");
}

describe("resolveBudget", () => {
  it.each<[string, number | null, number | null, BacklogItem[], number, string]>([
    ["the flag first", 5, 7, items([1]), 5, "flag"],
    ["then the marker", null, 7, items([1]), 7, "marker"],
    ["computed, never below 20", null, null, [], 20, "computed"],
    ["10 items of 1: 15 + 5", null, null, items(Array(10).fill(1)), 20, "computed"],
    ["11 items of 1: 17 + 5", null, null, items(Array(11).fill(1)), 22, "computed"],
    ["an item without an estimate counts as 1", null, null, items([10, undefined]), 22, "computed"],
    ["8 items of 3 on average: 36 + 5", null, null, items([1, 2, 3, 4, 5, 3, 3, 3]), 41, "computed"],
    ["fractions round up", null, null, items([10.1]), 21, "computed"],
    [
      "only pending items count",
      null,
      null,
      [...items([20]), item("9", { status: "done", estimatedIterations: 99 })],
      35,
      "computed",
    ],
  ])("%s", (_, flag, marker, backlog, maxIterations, source) => {
    expect(resolveBudget({ flag, marker, items: backlog })).toEqual({ maxIterations, source });
  });
});

describe("resolveModel", () => {
  const all = { item: { model: "opus" }, runModel: "sonnet", projectModel: "haiku", ignoreItemModel: false };
  it.each<[string, Partial<typeof all> | object, ModelChoice]>([
    ["the item's", {}, { model: "opus", source: "item" }],
    ["the run's", { item: {} }, { model: "sonnet", source: "run" }],
    ["the project's", { item: {}, runModel: null }, { model: "haiku", source: "project" }],
    [
      "the agent's own",
      { item: null, runModel: null, projectModel: null },
      { model: null, source: "agent default" },
    ],
    ["without the item's", { ignoreItemModel: true }, { model: "sonnet", source: "run" }],
    [
      "none: without the item's, and no model itself",
      { runModel: "none" },
      { model: "haiku", source: "project" },
    ],
    [
      "none, and no project's",
      { runModel: "none", projectModel: null },
      { model: null, source: "agent default" },
    ],
    ["an empty one is none", { item: { model: "" } }, { model: "sonnet", source: "run" }],
    ["in a review", { item: null }, { model: "sonnet", source: "run" }],
  ])("%s", (_, more, expected) => {
    expect(resolveModel({ ...all, ...more })).toEqual(expected);
  });
});

describe("resolveAgent", () => {
  const none = { item: null, run: null, project: null, config: null };
  it.each([
    [{ item: "pi", run: "codex", project: "gemini", config: "copilot" }, "pi"],
    [{ ...none, run: "codex", project: "gemini", config: "copilot" }, "codex"],
    [{ ...none, project: "gemini", config: "copilot" }, "gemini"],
    [{ ...none, config: "copilot" }, "copilot"],
    [none, "claude-cli"],
  ])("%j: %s", (named, id) => {
    expect(resolveAgent(named)).toBe(id);
  });

  it("refuses an id that isn't built in", () => {
    const error = errorOf(() => resolveAgent({ ...none, run: "claude" }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.message).toBe('There is no agent "claude".');
    expect(error.reason).toBe("Did you mean claude-cli?");
    expect(error.hints).toEqual([{ command: "tool agents" }]);
    expect(errorOf(() => resolveAgent({ ...none, config: "gpt" })).reason).toBeUndefined();
  });
});

describe("tier aliases", () => {
  it.each<[string, boolean]>([
    ["opus", true],
    ["sonnet[1m]", true],
    ["Haiku", true],
    ["opus-4", false],
    ["gpt-5-codex", false],
    ["[1m]", false],
  ])("%s: %s", (model, expected) => {
    expect(isTierAlias(model)).toBe(expected);
  });

  const backlog = ["002", "004", "006", "008"].map((id) => item(id, { model: "opus" }));
  const question: TierAliasQuestion = {
    agentId: "codex",
    model: "opus",
    item: backlog[0] ?? null,
    items: [...backlog, item("009", { model: "gpt-5" })],
    runModel: null,
    ignoreItemModel: false,
    runAgent: "codex",
  };

  it.each<[string, Partial<TierAliasQuestion>, string, string]>([
    [
      "the items",
      {},
      "It is an alias of claude-cli, named by 4 items: 002, 004, 006, 008.",
      "tool loop run --agent codex --no-model",
    ],
    [
      "one item",
      { items: backlog.slice(0, 1), runAgent: null },
      "It is an alias of claude-cli, named by 1 item: 002.",
      "tool loop run --no-model",
    ],
    [
      "the items of that agent alone",
      {
        items: [item("001", { model: "opus", provider: "claude-cli" }), ...backlog.slice(2)],
        runAgent: null,
      },
      "It is an alias of claude-cli, named by 2 items: 006, 008.",
      "tool loop run --no-model",
    ],
    [
      "the run",
      { item: item("009"), runModel: "opus" },
      "It is an alias of claude-cli, named by --model.",
      "tool loop run --agent codex",
    ],
    [
      "the project",
      { ignoreItemModel: true },
      "It is an alias of claude-cli, named by options.model in .tool.json.",
      "tool loop run --agent codex --model <model>",
    ],
  ])("are refused, naming %s", (_, more, reason, command) => {
    const error = errorOf(() => refuseTierAlias({ ...question, ...more }));
    expect(error.message).toBe("codex doesn't know the model opus.");
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.reason).toBe(reason);
    expect(error.hints).toEqual([{ command }]);
  });

  it.each<[string, Partial<TierAliasQuestion>]>([
    ["by the agent whose they are", { agentId: "claude-cli" }],
    ["by a configured one", { agentId: "generic-cli" }],
    ["when there is no model", { model: null }],
    ["when it is no alias", { model: "gpt-5" }],
  ])("pass %s", (_, more) => {
    expect(() => refuseTierAlias({ ...question, ...more })).not.toThrow();
  });
});

describe("the circuit breaker", () => {
  it.each<[Verdict["kind"], number]>([
    ["infra", 3],
    ["cancelled", 2],
    ["complete", 0],
    ["block", 0],
    ["defer", 0],
    ["retry", 0],
    ["limit", 0],
    ["promote", 0],
  ])("after two failures and %s: %d", (kind, count) => {
    expect(afterSession(2, kind)).toBe(count);
  });

  it("halts at its threshold", () => {
    expect([1, 2, 3, 4].map((count) => isTripped(count, 3))).toEqual([false, false, true, true]);
  });

  it("pauses 1 s, 5 s, doubling to a minute", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 1000].map(pauseMs)).toEqual([
      0, 1000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000,
    ]);
  });
});

describe("moveLoop", () => {
  const MOVES: Readonly<Record<LoopStatus, readonly LoopStatus[]>> = {
    idle: [],
    starting: [
      "running",
      "reviewing",
      "paused",
      "error",
      "sleeping_limit",
      "weekly_limit",
      "paused_usage_limit",
    ],
    running: [
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
    sleeping_limit: ["running", "paused", "error"],
    reviewing: [
      "running",
      "complete",
      "limit_reached",
      "paused",
      "error",
      "sleeping_limit",
      "weekly_limit",
      "paused_usage_limit",
    ],
    paused: [],
    complete: [],
    paused_human: [],
    limit_reached: [],
    error: [],
    weekly_limit: [],
    paused_usage_limit: [],
  };
  const pairs = LOOP_STATUSES.flatMap((from) => LOOP_STATUSES.map((to) => [from, to] as const));
  const isAllowed = (from: LoopStatus, to: LoopStatus): boolean =>
    to === "starting" || MOVES[from].includes(to);

  it.each(pairs.filter(([from, to]) => isAllowed(from, to)))("goes from %s to %s", (from, to) => {
    expect(moveLoop(from, to)).toBe(to);
  });

  it.each(pairs.filter(([from, to]) => !isAllowed(from, to)))("never goes from %s to %s", (from, to) => {
    expect(errorOf(() => moveLoop(from, to)).code).toBe("TRANSITION_INVALID");
  });

  it("speaks of a refused move by its labels", () => {
    expect(errorOf(() => moveLoop("complete", "sleeping_limit")).message).toBe(
      "The loop can't go from Complete to Sleeping (Limit).",
    );
  });
});
