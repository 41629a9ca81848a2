import { describe, expect, it } from "vitest";
import type { LimitNotice } from "#core/agents/agent-record";
import { classifyExit, type ExitClass, type SessionExit } from "#core/loop/classify-exit";
import { settleItem, type Verdict } from "#core/loop/settle-item";

const LIMIT: LimitNotice = { window: "5h", resetsAtMs: 1, utilization: null, words: "You've hit your limit" };
const FAILED_TURN = { isError: true, words: "API Error: 500" };
const NOT_LOGGED_IN = { isError: true, words: "Not logged in · Please run /login" };
const OVERLOADED = { isError: true, words: "API Error: 529 Overloaded." };
const GOOD_TURN = { isError: false, words: null };

const exit = (more: Partial<SessionExit> = {}): SessionExit => ({
  agentId: "claude-cli",
  cause: "exit",
  exitCode: 0,
  killedBy: null,
  spawnError: null,
  durationMs: 60_000,
  timeoutMs: 3_600_000,
  signal: { kind: "none" },
  result: null,
  limit: null,
  limitAfterSignal: false,
  stdoutTail: "",
  stderrTail: "",
  ...more,
});
const done = { signal: { kind: "done" } } as const;
const review = { signal: { kind: "review", payload: { items: [], summary: "" } } } as const;
const killed = { exitCode: null, killedBy: "SIGTERM" } as const;

describe("classifyExit", () => {
  it.each<[string, Partial<SessionExit>, ExitClass]>([
    ["a cancel wins over everything", { cause: "cancel", ...done, limit: LIMIT }, "cancelled"],
    ["a signal", done, "signal"],
    ["a signal, whatever the exit code", { ...done, exitCode: 3 }, "signal"],
    ["a signal, killed afterwards", { ...done, ...killed }, "signal"],
    ["a signal that stood before the timeout", { ...done, cause: "timeout", ...killed }, "signal"],
    ["a signal in a turn that ended well", { ...done, result: GOOD_TURN }, "signal"],
    ["a signal, and work about limits", { ...done, limit: LIMIT, limitAfterSignal: true }, "signal"],
    ["a signal after a banner, though it failed", { ...done, exitCode: 1, limit: LIMIT }, "signal"],
    [
      "a banner after a signal, and a failing exit",
      { ...done, exitCode: 1, limit: LIMIT, limitAfterSignal: true },
      "usage_limited",
    ],
    ["the same, killed", { ...done, ...killed, limit: LIMIT, limitAfterSignal: true }, "usage_limited"],
    [
      "a signal in a turn that failed for a limit",
      { ...done, result: FAILED_TURN, limit: LIMIT },
      "usage_limited",
    ],
    ["a signal in a turn that failed", { ...done, result: FAILED_TURN, exitCode: 1 }, "genuine_retry"],
    ["a banner", { limit: LIMIT, exitCode: 1 }, "usage_limited"],
    ["a banner, exit 0", { limit: LIMIT }, "usage_limited"],
    ["a banner, then the timeout", { limit: LIMIT, cause: "timeout", ...killed }, "usage_limited"],
    ["a banner, at once", { limit: LIMIT, exitCode: 1, durationMs: 500 }, "usage_limited"],
    ["a timeout", { cause: "timeout", ...killed }, "timeout"],
    ["a timeout that the agent answers with exit 0", { cause: "timeout", exitCode: 0 }, "timeout"],
    ["a short timeout is no infra error", { cause: "timeout", ...killed, durationMs: 3000 }, "timeout"],
    ["a failing exit at once", { exitCode: 1, durationMs: 2000 }, "infra_error"],
    ["a failing exit at 10 s", { exitCode: 1, durationMs: 10_000 }, "infra_error"],
    ["a failing exit after 10 s", { exitCode: 1, durationMs: 10_001 }, "genuine_retry"],
    ["death by a signal at once", { ...killed, durationMs: 2000 }, "infra_error"],
    ["never started", { exitCode: null, spawnError: "ENOENT", durationMs: 1 }, "infra_error"],
    ["a failed turn at once, though it exits 0", { result: FAILED_TURN, durationMs: 1000 }, "infra_error"],
    ["a failed turn after 10 s, though it exits 0", { result: FAILED_TURN }, "genuine_retry"],
    ["a failed turn with a signal in its text", { ...done, result: FAILED_TURN }, "genuine_retry"],
    ["not logged in, after minutes of trying", { result: NOT_LOGGED_IN, exitCode: 1 }, "infra_error"],
    ["the same, though it exits 0", { result: NOT_LOGGED_IN }, "infra_error"],
    ["not logged in, on stderr", { exitCode: 1, stderrTail: "Not logged in" }, "infra_error"],
    ["not logged in, and a timeout", { ...killed, cause: "timeout", stderrTail: "Not logged in" }, "timeout"],
    ["talk of a login, and success", { stderrTail: "Not logged in" }, "genuine_retry"],
    ["an overload after minutes of trying", { result: OVERLOADED, exitCode: 1 }, "genuine_retry"],
    ["an overload at once", { result: OVERLOADED, exitCode: 1, durationMs: 900 }, "infra_error"],
    ["no signal and exit 0 is not done", {}, "genuine_retry"],
    ["the same at once", { durationMs: 100 }, "genuine_retry"],
    ["a review in an item's session", review, "genuine_retry"],
    ["a review, failing at once", { ...review, exitCode: 1, durationMs: 10 }, "infra_error"],
  ])("%s", (_, more, expected) => {
    expect(classifyExit(exit(more))).toBe(expected);
  });
});

describe("settleItem", () => {
  const verdict = (more: Partial<SessionExit>, attempt = 1, maxRetries = 3): Verdict =>
    settleItem({ exit: exit(more), attempt, maxRetries });
  const block = (reason: string, needsHuman = false): Verdict => ({ kind: "block", reason, needsHuman });

  it.each<[string, Partial<SessionExit>, Verdict]>([
    ["done", done, { kind: "complete" }],
    ["blocked", { signal: { kind: "blocked", reason: "needs NPM_TOKEN" } }, block("needs NPM_TOKEN")],
    [
      "blocked without a reason",
      { signal: { kind: "blocked", reason: "" } },
      block("the agent said that it is blocked, and not why"),
    ],
    ["needs human", { signal: { kind: "needs_human", reason: "30 or 90?" } }, block("30 or 90?", true)],
    [
      "needs human without a reason",
      { signal: { kind: "needs_human", reason: "" } },
      block("the agent needs a human, and did not say for what", true),
    ],
    ["cancelled", { ...done, cause: "cancel" }, { kind: "cancelled" }],
    ["limited", { limit: LIMIT }, { kind: "limit", notice: LIMIT }],
    ["timed out after an hour", { cause: "timeout" }, block("timed out after 3600 seconds")],
    [
      "timed out after a fraction of a minute",
      { cause: "timeout", timeoutMs: 3000 },
      block("timed out after 3 seconds"),
    ],
    ["timed out after a second", { cause: "timeout", timeoutMs: 1000 }, block("timed out after 1 second")],
    ["timed out after less", { cause: "timeout", timeoutMs: 500 }, block("timed out after 0.5 seconds")],
  ])("%s", (_, more, expected) => {
    expect(verdict(more)).toEqual(expected);
  });

  it.each<[number, number, Verdict]>([
    [1, 3, { kind: "retry", attempt: 1, maxRetries: 3 }],
    [3, 3, { kind: "retry", attempt: 3, maxRetries: 3 }],
    [4, 3, { kind: "defer", reason: "no signal in 4 attempts" }],
    [1, 0, { kind: "defer", reason: "no signal in 1 attempt" }],
  ])("attempt %d with %d retries", (attempt, maxRetries, expected) => {
    expect(verdict({}, attempt, maxRetries)).toEqual(expected);
  });

  it("says why the last attempt failed, when it did", () => {
    const reason = "no signal in 4 attempts: API Error: 529 Overloaded.";
    expect(verdict({ result: OVERLOADED, exitCode: 1 }, 4)).toEqual({ kind: "defer", reason });
  });

  const fast = { exitCode: 1, durationMs: 2000 };
  it.each<[string, Partial<SessionExit>, string]>([
    [
      "the turn's own words first",
      { ...fast, result: { isError: true, words: "Prompt is too long" }, stderrTail: "x" },
      "Prompt is too long",
    ],
    [
      "then the last line of stderr",
      { ...fast, stderrTail: "trace\nNo space\n\n", stdoutTail: "y" },
      "No space",
    ],
    ["then of stdout", { ...fast, stdoutTail: "hello\nbye" }, "bye"],
    [
      "the first line of an error record",
      { ...fast, result: { isError: true, words: "Boom.\nRead the docs." } },
      "Boom.",
    ],
    [
      "the line that its table knows",
      { ...fast, agentId: "copilot", stderrTail: "Error: No authentication information found.\n\nRun x" },
      "not logged in: Error: No authentication information found.",
    ],
    [
      "the kind in front, where the words don't say it",
      { ...fast, result: { isError: true, words: "API Error: 503 Later." } },
      "overloaded: API Error: 503 Later.",
    ],
    [
      "what killed it, and its last words",
      { ...fast, exitCode: null, killedBy: "SIGABRT", stderrTail: "out of memory" },
      "it was killed by SIGABRT: out of memory",
    ],
    ["or how it ended", fast, "it exited with 1 without a word"],
    [
      "or what killed it",
      { ...fast, exitCode: null, killedBy: "SIGSEGV" },
      "it was killed by SIGSEGV without a word",
    ],
    [
      "or why it never started",
      { ...fast, exitCode: null, spawnError: "EACCES" },
      "it could not be started: EACCES",
    ],
  ])("an infra error says %s", (_, more, words) => {
    expect(verdict(more)).toEqual({ kind: "infra", words });
  });

  it("bounds the words of an infra error", () => {
    const infra = verdict({ ...fast, stderrTail: "x".repeat(2000) });
    expect(infra).toEqual({ kind: "infra", words: "x".repeat(300) });
  });
});
