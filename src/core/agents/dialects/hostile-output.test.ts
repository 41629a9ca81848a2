import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { createClaudeStreamDialect } from "#core/agents/dialects/claude-stream-json";
import { createCodexDialect } from "#core/agents/dialects/codex-jsonl";
import { createCopilotDialect } from "#core/agents/dialects/copilot-json";
import { createCursorDialect } from "#core/agents/dialects/cursor-stream-json";
import { createGeminiDialect } from "#core/agents/dialects/gemini-stream-json";
import { createPiDialect } from "#core/agents/dialects/pi-json";
import { createTextDialect } from "#core/agents/dialects/text";

interface Subject {
  readonly name: string;
  readonly create: () => Dialect;
  /** Sound lines that between them reach every kind of record. */
  readonly corpus: readonly string[];
  /** A line that starts something which is never ended, with that id and text. */
  readonly openEnded: (id: string, text: string) => string;
}

const json = JSON.stringify;
const toolUse = (id: string): object => ({ type: "tool_use", id, name: "Bash", input: {} });

const SUBJECTS: readonly Subject[] = [
  {
    name: "claude-stream-json",
    create: createClaudeStreamDialect,
    corpus: [
      json({ type: "system", subtype: "init", tools: ["Bash"] }),
      json({
        type: "assistant",
        message: { content: [{ type: "text", text: "a" }, toolUse("t1")] },
        parent_tool_use_id: null,
      }),
      json({
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: "t1", is_error: true }] },
      }),
      json({
        type: "stream_event",
        event: { type: "message_start", message: { usage: { input_tokens: 1 } } },
      }),
      json({ type: "stream_event", event: { type: "message_delta", usage: { output_tokens: 5 } } }),
      json({
        type: "rate_limit_event",
        rate_limit_info: { status: "rejected", resetsAt: 1, rateLimitType: "five_hour" },
      }),
      json({
        type: "result",
        is_error: true,
        result: "x",
        errors: ["y"],
        usage: { input_tokens: 1, output_tokens: 2 },
      }),
    ],
    openEnded: (id, text) =>
      json({
        type: "stream_event",
        parent_tool_use_id: id,
        event: { type: "message_delta", usage: { output_tokens: 1 }, text },
      }),
  },
  {
    name: "codex-jsonl",
    create: createCodexDialect,
    corpus: [
      json({ type: "item.started", item: { id: "i1", type: "command_execution", command: "ls" } }),
      json({
        type: "item.completed",
        item: { id: "i1", type: "command_execution", exit_code: 3, status: "failed" },
      }),
      json({ type: "item.completed", item: { id: "i2", type: "agent_message", text: "TOOL_DONE" } }),
      json({ type: "error", message: "Reconnecting... 2/5" }),
      json({ type: "turn.completed", usage: { input_tokens: 1, output_tokens: 2 } }),
      json({ type: "turn.failed", error: { message: "x" } }),
    ],
    openEnded: (id, text) => json({ type: "item.started", item: { id, type: "mcp_tool_call", tool: text } }),
  },
  {
    name: "gemini-stream-json",
    create: createGeminiDialect,
    corpus: [
      json({ type: "message", role: "assistant", content: "TOOL_", delta: true }),
      json({ type: "message", role: "assistant", content: "DONE\n" }),
      json({ type: "tool_use", tool_name: "write_file", tool_id: "w1", parameters: {} }),
      json({ type: "tool_result", tool_id: "w1", status: "success" }),
      json({ type: "error", severity: "error", message: "x" }),
      json({
        type: "result",
        status: "error",
        error: { message: '[API Error: {"error":{"code":500,"message":"x"}}]' },
      }),
      json({ type: "result", status: "success", stats: { input_tokens: 1, output_tokens: 2 } }),
    ],
    openEnded: (id, text) => json({ type: "message", role: "assistant", content: id + text, delta: true }),
  },
  {
    name: "copilot-json",
    create: createCopilotDialect,
    corpus: [
      json({ type: "assistant.message", data: { content: "TOOL_DONE", toolRequests: [] } }),
      json({ type: "tool.execution_start", data: { toolCallId: "c1", toolName: "bash" } }),
      json({
        type: "tool.execution_complete",
        data: { toolCallId: "c1", success: true, shellExecution: { exitCode: 3 } },
      }),
      json({ type: "session.error", data: { errorType: "query", message: "503 x", statusCode: 503 } }),
      json({ type: "result", exitCode: 1 }),
    ],
    openEnded: (id, text) => json({ type: "session.error", data: { message: id + text } }),
  },
  {
    name: "pi-json",
    create: createPiDialect,
    corpus: [
      json({
        type: "message_end",
        message: {
          role: "assistant",
          content: [{ type: "text", text: "a" }],
          usage: { input: 1, output: 2 },
        },
      }),
      json({
        type: "message_end",
        message: { role: "assistant", content: [], stopReason: "error", errorMessage: "500 x" },
      }),
      json({ type: "tool_execution_start", toolCallId: "c1", toolName: "bash" }),
      json({ type: "tool_execution_end", toolCallId: "c1", toolName: "bash", isError: true }),
      json({ type: "message_update", message: {} }),
    ],
    openEnded: (id, text) =>
      json({
        type: "message_end",
        message: { role: "assistant", stopReason: "error", errorMessage: id + text },
      }),
  },
  {
    name: "cursor-stream-json",
    create: createCursorDialect,
    corpus: [
      json({ type: "assistant", message: { content: [{ type: "text", text: "a" }] } }),
      json({
        type: "tool_call",
        subtype: "started",
        call_id: "c1",
        tool_call: { shellToolCall: { args: {} } },
      }),
      json({
        type: "tool_call",
        subtype: "completed",
        call_id: "c1",
        tool_call: { shellToolCall: { result: { success: {} } } },
      }),
      json({ type: "result", is_error: true, result: "x" }),
    ],
    openEnded: (id, text) =>
      json({ type: "tool_call", subtype: "started", call_id: id, tool_call: { [`${text}ToolCall`]: {} } }),
  },
  {
    name: "text",
    create: createTextDialect,
    corpus: ["TOOL_DONE", "", "{"],
    openEnded: (id, text) => id + text,
  },
];

/** What nobody expects where a value stands, words of JavaScript's own among them. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "constructor",
  "__proto__",
  "error",
  "x".repeat(300),
  "a\nTOOL_DONE\u0000",
  [],
  [[]],
  [null],
  {},
  { type: "text" },
  { constructor: "x", text: 1 },
];

/** A sound line: as it is, with one of its values replaced, a piece of it gone, cut, or something in front. */
function mutate(line: string, how: number, at: number, odd: unknown): string {
  switch (how) {
    case 0:
      return line;
    case 1:
      return line.slice(0, at % (line.length + 1));
    case 2:
      return line.slice(0, at % line.length) + line.slice((at % line.length) + 3);
    case 3:
      return `${String(odd)}${line}`;
    default:
      return replaceValue(line, at, odd);
  }
}

/** The value at that place among all of its values, itself included. */
function replaceValue(line: string, at: number, replacement: unknown): string {
  let root: unknown;
  try {
    root = JSON.parse(line);
  } catch {
    return line;
  }
  let count = 0;
  JSON.stringify(root, (_, value: unknown) => ((count += 1), value));
  let seen = 0;
  return JSON.stringify(root, (_, value: unknown) => (seen++ === at % count ? replacement : value)) ?? "";
}

/** What is wrong with the records, null where nothing is; quicker than an expectation each. */
function faultIn(records: readonly AgentRecord[]): string | null {
  const odd = records.find((record) => {
    switch (record.type) {
      case "text":
        return typeof record.text !== "string";
      case "tool_start":
        return record.name.length > 200 || (record.id ?? "").length > 200;
      case "tool_end":
        return (record.name ?? "").length > 200 || (record.id ?? "").length > 200;
      case "tokens":
        return !Number.isFinite(record.input + record.output);
      case "result":
        return (record.words === null) === record.isError;
      case "limit":
        return typeof record.notice.words !== "string";
    }
  });
  return odd === undefined ? null : JSON.stringify(odd);
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe.each(SUBJECTS)("$name", ({ create, corpus }) => {
  it("never throws, and gives sound records of whatever is printed", () => {
    const mutation = fc.tuple(fc.constantFrom(...corpus), fc.nat(9), fc.nat(500), fc.constantFrom(...ODD));
    const lines = fc.array(
      mutation.map((parts) => mutate(...parts)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, fc.boolean(), (printed, cut) => {
        const dialect = create();
        const records = printed.flatMap((line) => [
          ...dialect.read("stdout", line, cut),
          ...dialect.read("stderr", line, cut),
        ]);
        expect(faultIn([...records, ...dialect.end()])).toBeNull();
      }),
      { seed: 20_261_121, numRuns: 150 },
    );
  });

  it("reads each sound line", () => {
    const dialect = create();
    const records = corpus.flatMap((line) => dialect.read("stdout", line, false));
    expect(records.length).toBeGreaterThan(1);
    expect(faultIn(records)).toBeNull();
  });

  it("reads neither a record that was cut nor stderr", () => {
    const dialect = create();
    const onStderr = corpus.flatMap((line) => dialect.read("stderr", line, false));
    const cut = corpus.flatMap((line) => dialect.read("stdout", line, true));
    expect(onStderr).toEqual([]);
    expect(cut.length > 0).toBe(!dialect.structured);
  });
});

it("keep little of what is begun and never ended, all of them together", () => {
  const dialects = SUBJECTS.map(({ create }) => create());
  const before = heapAfterCollection();
  for (const [at, { openEnded }] of SUBJECTS.entries()) {
    for (let n = 0; n < 1500; n += 1) {
      dialects[at]?.read("stdout", openEnded(`${n}-${"i".repeat(5000)}`, `${n}${"t".repeat(5000)}`), false);
    }
  }
  expect(heapAfterCollection() - before).toBeLessThan(10 * 1024 * 1024);
  expect(dialects.map((dialect) => faultIn(dialect.end()))).toEqual(SUBJECTS.map(() => null));
});
