import { describe, expect, it } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { presetOf } from "#core/agents/agent-catalog";
import type { AgentConfig } from "#core/agents/agent-preset";
import type { SessionExit } from "#core/loop/classify-exit";
import { settleItem, type Verdict } from "#core/loop/settle-item";
import { createSessionReader, type SessionReader } from "#engine/loop/session/session-reader";

const NOW = Date.parse("2026-11-20T01:00:00Z");

interface Printed {
  readonly stdout?: readonly (string | object)[];
  readonly stderr?: readonly string[];
  /** Only when the process ended by itself. */
  readonly cause?: SessionExit["cause"];
  readonly exitCode?: number | null;
  readonly durationMs?: number;
}

/** A session of that agent which printed that: what was heard of it, and what becomes of its item. */
function session(
  agentId: AgentId,
  printed: Printed,
  config: AgentConfig = {},
): SessionExit & { verdict: Verdict } {
  const { cause = "exit", exitCode = 0, durationMs = 60_000 } = printed;
  const reader = createReader(agentId, config);
  for (const line of printed.stderr ?? []) reader.line("stderr", line, false);
  for (const line of printed.stdout ?? []) {
    reader.line("stdout", typeof line === "string" ? line : JSON.stringify(line), false);
  }
  if (cause === "exit") reader.close();
  const limit = reader.limit();
  const exit: SessionExit = {
    agentId,
    cause,
    exitCode,
    killedBy: exitCode === null ? "SIGTERM" : null,
    spawnError: null,
    durationMs,
    timeoutMs: 3_600_000,
    signal: reader.signal(),
    result: reader.heard.result,
    limit: limit?.notice ?? null,
    limitAfterSignal: limit?.afterSignal ?? false,
    ...reader.tails(),
  };
  return { ...exit, verdict: settleItem({ exit, attempt: 1, maxRetries: 3 }) };
}

function createReader(agentId: AgentId, config: AgentConfig = {}): SessionReader {
  const preset = presetOf(agentId);
  return createSessionReader({
    dialect: preset.dialect(config),
    limits: preset.limits,
    now: () => NOW,
    monotonic: () => 0,
    onTool: () => undefined,
    onTokens: () => undefined,
  });
}

const PROMPT = "# Task\nPrint TOOL_DONE.\nTOOL_DONE";
const claudeSays = (text: string, more: object = {}): object => ({
  type: "assistant",
  message: { content: [{ type: "text", text }] },
  ...more,
});
const claudeResult = (more: object = {}): object => ({
  type: "result",
  is_error: false,
  result: "",
  ...more,
});
const piSays = (text: string, more: object = {}): object => ({
  type: "message_end",
  message: { role: "assistant", content: [{ type: "text", text }], stopReason: "stop", ...more },
});
const piFails = (errorMessage: string): object => piSays("", { stopReason: "error", errorMessage });
const geminiSays = (content: string): object => ({
  type: "message",
  role: "assistant",
  delta: true,
  content,
});

const done: Verdict = { kind: "complete" };
const retry: Verdict = { kind: "retry", attempt: 1, maxRetries: 3 };
const infra = (words: string): Verdict => ({ kind: "infra", words });
const limited = (window: string, resetsAtMs: number | null = null): unknown => ({
  kind: "limit",
  notice: expect.objectContaining({ window, resetsAtMs }),
});

describe("what agents do to their readers", () => {
  it.each<[trap: string, agent: AgentId, printed: Printed, verdict: unknown]>([
    ["the whole prompt on stderr", "codex", { stderr: PROMPT.split("\n") }, retry],
    [
      "the prompt on stdout as the user's message: gemini",
      "gemini",
      {
        stdout: [
          { type: "message", role: "user", content: PROMPT },
          { type: "result", status: "success" },
        ],
      },
      retry,
    ],
    [
      "the prompt on stdout as the user's message: copilot",
      "copilot",
      {
        stdout: [
          { type: "user.message", data: { content: PROMPT } },
          { type: "result", exitCode: 0 },
        ],
      },
      retry,
    ],
    [
      "the prompt on stdout as the user's message: pi",
      "pi",
      {
        stdout: [
          { type: "message_end", message: { role: "user", content: [{ type: "text", text: PROMPT }] } },
        ],
      },
      retry,
    ],
    [
      "exit 0 on an error of the service: pi",
      "pi",
      { stdout: [piFails("500 The server had an error")], durationMs: 2000 },
      infra("server error: 500 The server had an error"),
    ],
    [
      "a signal, then an error, and exit 0: pi",
      "pi",
      { stdout: [piSays("TOOL_DONE"), piFails("503 The server is currently overloaded")] },
      retry,
    ],
    [
      "the end of an attempt that another follows: pi",
      "pi",
      { stdout: [piFails("500 x"), { type: "agent_end" }, { type: "agent_start" }, piSays("TOOL_DONE")] },
      done,
    ],
    [
      "a success that is none, and exit 0: Qwen Code",
      "claude-cli",
      {
        stdout: [claudeSays("[API Error: 401 no]"), claudeResult({ result: "[API Error: 401 no]" })],
        durationMs: 1900,
      },
      infra("[API Error: 401 no]"),
    ],
    [
      "exit 0 when it is ended at the timeout: gemini",
      "gemini",
      { cause: "timeout" },
      expect.objectContaining({ kind: "block" }),
    ],
    [
      "half a signal at the timeout: gemini",
      "gemini",
      { cause: "timeout", stdout: [geminiSays("TOOL_DONE")] },
      expect.objectContaining({ kind: "block" }),
    ],
    [
      "a signal, then a cancel: claude",
      "claude-cli",
      { cause: "cancel", stdout: [claudeSays("TOOL_DONE")] },
      { kind: "cancelled" },
    ],
    [
      "a signal in pieces: gemini",
      "gemini",
      { stdout: [geminiSays("Ok.\nTOOL_"), geminiSays("DONE")] },
      done,
    ],
    [
      "an exit code that is the lower byte of a status: gemini",
      "gemini",
      {
        exitCode: 147,
        stdout: [{ type: "result", status: "error", error: { message: "[API Error: Billing is disabled]" } }],
      },
      infra("[API Error: Billing is disabled]"),
    ],
    [
      "exit 41 before the first record: gemini",
      "gemini",
      { exitCode: 41, durationMs: 900, stderr: ["YOLO mode is enabled.", "Invalid auth method selected."] },
      infra("not logged in: Invalid auth method selected."),
    ],
    [
      "half a record at the end",
      "claude-cli",
      { stdout: [claudeSays("TOOL_DONE"), '{"type":"result","is_err'] },
      done,
    ],
    [
      "records of an unknown kind, words, nothing",
      "claude-cli",
      { stdout: [{ type: "new" }, "Warning: x", "", claudeSays("TOOL_DONE"), {}] },
      done,
    ],
    [
      "retries that came to something: claude",
      "claude-cli",
      {
        stdout: [
          { type: "system", subtype: "api_retry", error: "server_error" },
          claudeSays("TOOL_DONE"),
          claudeResult(),
        ],
      },
      done,
    ],
    [
      "retries that came to something: codex",
      "codex",
      {
        stdout: [
          { type: "error", message: "Reconnecting... 2/5" },
          { type: "item.completed", item: { type: "agent_message", text: "TOOL_DONE" } },
          { type: "turn.completed" },
        ],
      },
      done,
    ],
    [
      "a warning about the model: codex",
      "codex",
      {
        stdout: [
          { type: "item.completed", item: { type: "error", message: "Model metadata not found" } },
          { type: "item.completed", item: { type: "agent_message", text: "TOOL_DONE" } },
          { type: "turn.completed" },
        ],
      },
      done,
    ],
    [
      "a text made up for an error: claude",
      "claude-cli",
      {
        exitCode: 1,
        durationMs: 700,
        stdout: [
          claudeSays("Not logged in · Please run /login", { error: "authentication_failed" }),
          claudeResult({ is_error: true, result: "Not logged in · Please run /login" }),
        ],
      },
      infra("Not logged in · Please run /login"),
    ],
  ])("%s", (_, agent, printed, verdict) => {
    expect(session(agent, printed).verdict).toEqual(verdict);
  });
});

describe("limits", () => {
  const rejected = { status: "rejected", resetsAt: 1_800_000_000, rateLimitType: "five_hour" };
  const hit = "You've hit your session limit · resets 2am (UTC)";
  it.each<[trap: string, agent: AgentId, printed: Printed, verdict: unknown]>([
    [
      "a record with the second it ends at",
      "claude-cli",
      {
        exitCode: 1,
        stdout: [
          { type: "rate_limit_event", rate_limit_info: rejected },
          claudeResult({ is_error: true, result: hit }),
        ],
      },
      limited("5h", 1_800_000_000_000),
    ],
    [
      "words alone",
      "claude-cli",
      { exitCode: 1, stdout: [claudeResult({ is_error: true, result: hit })] },
      limited("5h", Date.parse("2026-11-20T02:00:00Z")),
    ],
    [
      "what is not a usage limit, in so many words",
      "claude-cli",
      {
        exitCode: 1,
        stdout: [
          claudeResult({
            is_error: true,
            result:
              "API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited",
          }),
        ],
      },
      limited("minute"),
    ],
    [
      "an early warning is none",
      "claude-cli",
      {
        stdout: [
          { type: "rate_limit_event", rate_limit_info: { ...rejected, status: "allowed_warning" } },
          claudeSays("TOOL_DONE"),
          claudeResult(),
        ],
      },
      done,
    ],
    ["exit 0", "pi", { stdout: [piFails("429 The usage limit has been reached")] }, limited("unknown")],
    [
      "a rate, with the delay in a line of its own",
      "gemini",
      {
        exitCode: 173,
        stdout: [
          {
            type: "result",
            status: "error",
            error: {
              message:
                "[API Error: Resource has been exhausted (e.g. check quota).\nSuggested retry after 7s.]",
            },
          },
        ],
      },
      limited("minute", NOW + 7000),
    ],
    [
      "no credit is none: it comes back with no time",
      "copilot",
      {
        exitCode: 1,
        stdout: [
          {
            type: "session.error",
            data: {
              errorType: "rate_limit",
              message: "429 You exceeded your current quota, please check your plan",
            },
          },
          { type: "result", exitCode: 1 },
        ],
      },
      infra("429 You exceeded your current quota, please check your plan"),
    ],
    [
      "the text of the work",
      "claude-cli",
      { stdout: [claudeSays(hit), claudeResult({ result: hit })] },
      retry,
    ],
    [
      "the answer of a tool",
      "claude-cli",
      {
        stdout: [
          { type: "user", message: { content: [{ type: "tool_result", content: hit }] } },
          claudeSays("TOOL_DONE"),
          claudeResult(),
        ],
      },
      done,
    ],
    [
      "one that was got over, still on stderr",
      "gemini",
      {
        stderr: ["Attempt 1 failed.", "Resource has been exhausted (e.g. check quota)."],
        stdout: [geminiSays("I stop."), { type: "result", status: "success" }],
      },
      retry,
    ],
    [
      "one on stderr, of an agent that says nothing else",
      "gemini",
      { exitCode: 1, stderr: ["Error: You have exhausted your daily quota on this model."] },
      limited("unknown"),
    ],
  ])("%s", (_, agent, printed, verdict) => {
    expect(session(agent, printed).verdict).toEqual(verdict);
  });

  it.each<[string, string, unknown]>([
    [
      "in the last lines of plain text",
      "Working.\nYou've hit your usage limit. Try again later.",
      limited("unknown"),
    ],
    ["not where a signal stands", "You've hit your usage limit. Try again later.\nTOOL_DONE", done],
    ["not ten lines ago", `You've hit your usage limit.\n${"x\n".repeat(10)}`, retry],
  ])("%s", (_, text, verdict) => {
    const printed = { stdout: text.split("\n") };
    expect(session("generic-cli", printed, { binary: "x" }).verdict).toEqual(verdict);
  });
});

describe("tails", () => {
  it("are what a structured agent says, not its records", () => {
    const { stdoutTail, stderrTail } = session("claude-cli", {
      stdout: [
        { type: "system", subtype: "init" },
        "Warning: no terminal",
        claudeSays("I looked.\nTOOL_DONE"),
        claudeResult({ is_error: true, result: "API Error: 500 x" }),
      ],
      stderr: ["trace"],
    });
    expect(stdoutTail).toBe("Warning: no terminal\nI looked.\nTOOL-DONE\nAPI Error: 500 x");
    expect(stderrTail).toBe("trace");
  });

  it("are what a plain agent prints", () => {
    expect(session("generic-cli", { stdout: ['{"a":1}', "b"] }, { binary: "x" }).stdoutTail).toBe(
      '{"a":1}\nb',
    );
  });
});

describe("a record that was cut", () => {
  it("is let go, and those after it are read", () => {
    const reader = createReader("claude-cli");
    reader.line("stdout", JSON.stringify(claudeSays("TOOL_BLOCKED:x")), true);
    reader.line("stdout", JSON.stringify(claudeSays("TOOL_DONE")), false);
    expect(reader.signal()).toEqual({ kind: "done" });
  });
});
