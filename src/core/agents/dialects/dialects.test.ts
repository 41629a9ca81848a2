import { describe, expect, it } from "vitest";
import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { createClaudeStreamDialect } from "#core/agents/dialects/claude-stream-json";
import { createCodexDialect } from "#core/agents/dialects/codex-jsonl";
import { createTextDialect } from "#core/agents/dialects/text";

const read = (dialect: Dialect, events: readonly unknown[]): AgentRecord[] => [
  ...events.flatMap((event) => dialect.read("stdout", JSON.stringify(event), false)),
  ...dialect.end(),
];
const claude = (...events: unknown[]): AgentRecord[] => read(createClaudeStreamDialect(), events);
const codex = (...events: unknown[]): AgentRecord[] => read(createCodexDialect(), events);

const says = (text: string, more: object = {}): object => ({
  type: "assistant",
  message: { id: "m1", content: [{ type: "text", text }], usage: { output_tokens: 1 } },
  ...more,
});
const result = (more: object = {}): object => ({
  type: "result",
  subtype: "success",
  is_error: false,
  result: "TOOL_DONE",
  usage: {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 3000,
    output_tokens: 50,
  },
  ...more,
});
const TOKENS: AgentRecord = { type: "tokens", input: 3210, output: 50 };
const END: AgentRecord = { type: "result", isError: false, words: null };

describe("text", () => {
  it("is every line of stdout, and none of stderr", () => {
    const dialect = createTextDialect();
    expect(dialect.read("stdout", "TOOL_DONE", false)).toEqual([{ type: "text", text: "TOOL_DONE" }]);
    expect(dialect.read("stderr", "TOOL_DONE", false)).toEqual([]);
    expect(dialect.structured).toBe(false);
  });
});

describe("claude-stream-json", () => {
  it("gives each text block, and the totals and end of the turn", () => {
    const events = [{ type: "system", subtype: "init" }, says("Working."), says("TOOL_DONE"), result()];
    expect(claude(...events)).toEqual([
      { type: "text", text: "Working." },
      { type: "text", text: "TOOL_DONE" },
      TOKENS,
      END,
    ]);
  });

  it("gives tools by their ids", () => {
    const use = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
    const answer = (is_error?: boolean): object => ({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "t1", is_error, content: "TOOL_DONE" }] },
    });
    expect(claude({ type: "assistant", message: { content: [use] } }, answer())).toEqual([
      { type: "tool_start", id: "t1", name: "Bash" },
      { type: "tool_end", id: "t1", name: null, ok: true },
    ]);
    expect(claude(answer(true))).toEqual([{ type: "tool_end", id: "t1", name: null, ok: false }]);
  });

  it("never takes for the agent's own what is a prompt's echo, a subagent's or an error's text", () => {
    const echo = { type: "user", message: { content: "print TOOL_DONE" } };
    const block = { type: "user", message: { content: [{ type: "text", text: "TOOL_DONE" }] } };
    const subagent = says("TOOL_DONE", { parent_tool_use_id: "t1" });
    const failure = says("API Error: 500", { error: "server_error" });
    expect(claude(echo, block, subagent, failure)).toEqual([]);
  });

  it("takes the result's text only when no text came before", () => {
    expect(claude(result())).toEqual([{ type: "text", text: "TOOL_DONE" }, TOKENS, END]);
  });

  it.each<[string, object, string]>([
    [
      "flagged",
      result({ is_error: true, result: "API Error: 529 Overloaded." }),
      "API Error: 529 Overloaded.",
    ],
    ["disguised as a success", result({ result: "[API Error: 401 no]" }), "[API Error: 401 no]"],
    ["with an error object", result({ is_error: true, error: { message: "boom" } }), "boom"],
    [
      "with a list",
      { type: "result", is_error: true, subtype: "error_max_turns", errors: ["a", "b"] },
      "a\nb",
    ],
    ["with a kind alone", { type: "result", is_error: true, subtype: "error_max_turns" }, "error_max_turns"],
    ["with nothing", { type: "result", is_error: true }, ""],
  ])("tells an error that is %s", (_, event, words) => {
    expect(claude(event)).toContainEqual({ type: "result", isError: true, words });
    expect(claude(event).some((record) => record.type === "text")).toBe(false);
  });

  it("counts live tokens message by message, subagents beside", () => {
    const start = (input: number, who: string | null = null): object => ({
      type: "stream_event",
      parent_tool_use_id: who,
      event: { type: "message_start", message: { usage: { input_tokens: input, output_tokens: 1 } } },
    });
    const delta = (output: number, who: string | null = null): object => ({
      type: "stream_event",
      parent_tool_use_id: who,
      event: { type: "message_delta", usage: { output_tokens: output } },
    });
    const events = [start(100), delta(20), delta(30), start(200), start(7, "t1"), delta(5, "t1"), delta(8)];
    expect(
      claude(...events).map((record) => (record.type === "tokens" ? [record.input, record.output] : null)),
    ).toEqual([
      [100, 0],
      [100, 20],
      [100, 30],
      [300, 30],
      [307, 30],
      [307, 35],
      [307, 43],
    ]);
  });

  describe("limits", () => {
    const rejected = (info: object = {}): object => ({
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt: 1_800_000_000, rateLimitType: "five_hour", ...info },
    });
    const failed = result({
      is_error: true,
      result: "You've hit your session limit · resets 2am (UTC)",
      usage: {},
    });
    const notice = {
      window: "5h",
      resetsAtMs: 1_800_000_000_000,
      utilization: null,
      words: "You've hit your session limit · resets 2am (UTC)",
    };

    it("come with the turn that they ended", () => {
      expect(claude(rejected(), failed)).toEqual([
        { type: "limit", notice },
        { type: "result", isError: true, words: notice.words },
      ]);
    });

    it("don't come when the turn ended well all the same", () => {
      expect(claude(rejected(), says("ok"), result({ usage: {} }))).toEqual([
        { type: "text", text: "ok" },
        END,
      ]);
    });

    it("come at the end of a stream that was cut off", () => {
      expect(claude(rejected())).toEqual([
        { type: "limit", notice: { ...notice, words: "usage limit (five_hour)" } },
      ]);
    });

    it.each<[string, object, object]>([
      ["seven days", { rateLimitType: "seven_day" }, { window: "7d" }],
      ["seven days of one model", { rateLimitType: "seven_day_opus" }, { window: "7d" }],
      ["another kind", { rateLimitType: "overage" }, { window: "unknown" }],
      ["a kind that is a word of JavaScript's", { rateLimitType: "constructor" }, { window: "unknown" }],
      ["no reset time", { resetsAt: undefined }, { resetsAtMs: null }],
      ["a fraction in percent, once", { utilization: 0.934 }, { utilization: 93 }],
      ["a fraction above one", { utilization: 1.2 }, { utilization: 100 }],
      ["a fraction by window", { unifiedWindows: { five_hour: { utilization: 1 } } }, { utilization: 100 }],
    ])("read %s", (_, info, expected) => {
      expect(claude(rejected(info))).toEqual([{ type: "limit", notice: expect.objectContaining(expected) }]);
    });

    it.each<[string, object]>([
      ["warnings", { status: "allowed_warning" }],
      ["rates, of which neither kind nor time is told", { rateLimitType: undefined, resetsAt: undefined }],
    ])("aren't %s", (_, info) => {
      expect(claude(rejected(info), failed)).toEqual([
        { type: "result", isError: true, words: notice.words },
      ]);
    });
  });
});

describe("codex-jsonl", () => {
  const item = (type: string, more: object): object => ({ type, item: { id: "i1", ...more } });
  const command = { type: "command_execution", command: "ls" };

  it("gives messages, tools, totals and the end of the turn", () => {
    const records = codex(
      { type: "thread.started" },
      item("item.completed", { type: "error", message: "unknown model" }),
      item("item.started", { ...command, status: "in_progress" }),
      item("item.completed", {
        ...command,
        status: "completed",
        exit_code: 0,
        aggregated_output: "TOOL_DONE",
      }),
      item("item.completed", { type: "reasoning", text: "TOOL_DONE" }),
      item("item.completed", { type: "agent_message", text: "All pass.\nTOOL_DONE" }),
      {
        type: "turn.completed",
        usage: { input_tokens: 24_000, cached_input_tokens: 20_000, output_tokens: 300 },
      },
    );
    expect(records).toEqual([
      { type: "tool_start", id: "i1", name: "command_execution" },
      { type: "tool_end", id: "i1", name: "command_execution", ok: true },
      { type: "text", text: "All pass.\nTOOL_DONE" },
      { type: "tokens", input: 24_000, output: 300 },
      END,
    ]);
  });

  it.each<[object, boolean | null]>([
    [{ ...command, status: "completed", exit_code: 3 }, false],
    [{ ...command, status: "failed", exit_code: null }, false],
    [{ type: "mcp_tool_call", tool: "search", status: "completed" }, true],
    [{ type: "web_search" }, null],
  ])("gives a tool that was never started both its ends: %j", (end, ok) => {
    const records = codex(item("item.completed", end));
    expect(records.map((record) => record.type)).toEqual(["tool_start", "tool_end"]);
    expect(records[1]).toMatchObject({ id: "i1", ok });
  });

  const ERROR = { type: "error", message: "Reconnecting... 2/5" };
  const FAILED: AgentRecord = { type: "result", isError: true, words: "You’ve hit your usage limit." };
  it.each<[string, object[], AgentRecord[]]>([
    [
      "a failed turn is an end",
      [ERROR, { type: "turn.failed", error: { message: "You’ve hit your usage limit." } }],
      [FAILED],
    ],
    [
      "a failed turn without words has those of the error before",
      [{ type: "error", message: "You’ve hit your usage limit." }, { type: "turn.failed" }],
      [FAILED],
    ],
    ["a notice of a retry is none", [ERROR, { type: "turn.completed" }], [END]],
    ["nor with work after it", [ERROR, item("item.completed", { type: "reasoning" })], []],
    [
      "an error that nothing comes after is one",
      [ERROR],
      [{ type: "result", isError: true, words: "Reconnecting... 2/5" }],
    ],
  ])("%s", (_, events, records) => {
    expect(codex(...events)).toEqual(records);
  });

  it("forgets the first of a thousand items that never end", () => {
    const dialect = createCodexDialect();
    const start = (id: number): unknown =>
      dialect.read(
        "stdout",
        JSON.stringify({ type: "item.started", item: { ...command, id: `i${id}` } }),
        false,
      );
    for (let id = 0; id <= 1000; id += 1) start(id);
    const records = read(dialect, [{ type: "item.completed", item: { ...command, id: "i0" } }]);
    expect(records.map(({ type }) => type)).toEqual(["tool_start", "tool_end"]);
  });
});
