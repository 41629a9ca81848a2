import { describe, expect, it } from "vitest";
import { parseSignal } from "#core/agents/parse-signal";
import type { SessionExit } from "#core/loop/classify-exit";
import { settleReview, type ReviewVerdict } from "#core/loop/settle-review";

const LIMIT = { window: "5h", resetsAtMs: null, utilization: null, words: "limit" } as const;
const PAYLOAD = {
  items: [{ type: "bug", priority: 1, title: "A", description: "", acceptanceCriteria: ["B"] }],
  summary: "One.",
} as const;
const REVIEW = `TOOL_REVIEW:${JSON.stringify(PAYLOAD)}`;

const exit = (text: string, more: Partial<SessionExit> = {}): SessionExit => ({
  agentId: "generic-cli",
  cause: "exit",
  exitCode: 0,
  killedBy: null,
  spawnError: null,
  durationMs: 60_000,
  timeoutMs: 90_000,
  signal: parseSignal(text),
  result: null,
  limit: null,
  limitAfterSignal: false,
  stdoutTail: text,
  stderrTail: "",
  ...more,
});

const failed = (reason: string): ReviewVerdict => ({ kind: "failed", reason });
const issues = { kind: "issues", payload: PAYLOAD };
const limit = { kind: "limit", notice: LIMIT };

describe("settleReview", () => {
  it.each<[why: string, exit: SessionExit, verdict: unknown]>([
    ["findings", exit(REVIEW), issues],
    ["findings, whatever the exit code", exit(REVIEW, { exitCode: 3, durationMs: 10 }), issues],
    ["findings that stood before the timeout", exit(REVIEW, { cause: "timeout", exitCode: null }), issues],
    ["the word that there is nothing", exit("TOOL_DONE"), { kind: "no-issues" }],
    ["the last word counts", exit(`${REVIEW}\nTOOL_DONE`), { kind: "no-issues" }],
    ["a fault that was mended", exit(`TOOL_REVIEW:{}\n${REVIEW}`), issues],
    ["work about limits", exit("TOOL_DONE", { limit: LIMIT, limitAfterSignal: true }), { kind: "no-issues" }],
    ["a limit", exit("", { exitCode: 1, limit: LIMIT }), limit],
    ["a limit after findings", exit(REVIEW, { exitCode: 1, limit: LIMIT, limitAfterSignal: true }), limit],
    ["a cancel wins", exit(REVIEW, { cause: "cancel" }), { kind: "cancelled" }],
    ["silence is no answer", exit(""), failed("it ended without an answer: it exited with 0 without a word")],
    [
      "a turn that failed",
      exit("TOOL_DONE", { result: { isError: true, words: "529 overloaded" } }),
      failed("it ended without an answer: 529 overloaded"),
    ],
    [
      "an answer without items",
      exit(`TOOL_REVIEW:{"items":[],"summary":""}`),
      failed("its answer has no items"),
    ],
    [
      "a done that a broken answer came after",
      exit("TOOL_DONE\nTOOL_REVIEW:{"),
      failed("its payload is not valid JSON"),
    ],
    [
      "findings that a broken answer came after",
      exit(`${REVIEW}\nTOOL_REVIEW:{`),
      failed("its payload is not valid JSON"),
    ],
    ["blocked", exit("TOOL_BLOCKED:no disk"), failed("the reviewer is blocked: no disk")],
    ["blocked for no reason", exit("TOOL_BLOCKED"), failed("the reviewer is blocked: it did not say why")],
    ["a question", exit("TOOL_NEEDS_HUMAN:which?"), failed("the reviewer needs a human: which?")],
    ["the timeout", exit("", { cause: "timeout", exitCode: null }), failed("it timed out after 90 seconds")],
    [
      "a failure at once",
      exit("", { exitCode: 1, durationMs: 10, stderrTail: "Please log in" }),
      failed("Please log in"),
    ],
    [
      "no such binary",
      exit("", { exitCode: null, spawnError: "ENOENT", durationMs: 1 }),
      failed("it could not be started: ENOENT"),
    ],
  ])("%s", (_why, given, verdict) => {
    expect(settleReview(given)).toEqual(verdict);
  });
});
