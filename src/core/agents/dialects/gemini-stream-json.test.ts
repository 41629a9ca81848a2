import { describe, expect, it } from "vitest";
import type { AgentRecord } from "#core/agents/agent-record";
import { createGeminiDialect } from "#core/agents/dialects/gemini-stream-json";

function gemini(...events: readonly object[]): AgentRecord[] {
  const dialect = createGeminiDialect();
  return [
    ...events.flatMap((event) => dialect.read("stdout", JSON.stringify(event), false)),
    ...dialect.end(),
  ];
}

const says = (content: string, more: object = {}): object => ({
  type: "message",
  role: "assistant",
  content,
  delta: true,
  ...more,
});
const text = (words: string): AgentRecord => ({ type: "text", text: words });
const failed = (words: string): AgentRecord => ({ type: "result", isError: true, words });
const result = { type: "result", status: "success" };
const END: AgentRecord = { type: "result", isError: false, words: null };
const use = { type: "tool_use", tool_name: "write_file", tool_id: "w1", parameters: {} };

describe("gemini-stream-json", () => {
  it("gives text, tools, totals and the end of the turn, and not the echo of the prompt", () => {
    const stats = { total_tokens: 2100, input_tokens: 2000, output_tokens: 100, cached: 0 };
    expect(
      gemini(
        { type: "init", model: "gemini-2.5-pro" },
        { type: "message", role: "user", content: "print TOOL_DONE" },
        says("I start "),
        says("with the file."),
        use,
        { type: "tool_result", tool_id: "w1", status: "success", output: "TOOL_DONE" },
        says("All criteria pass.\nTOOL_"),
        says("DONE"),
        { ...result, stats },
      ),
    ).toEqual([
      text("I start with the file."),
      { type: "tool_start", id: "w1", name: "write_file" },
      { type: "tool_end", id: "w1", name: null, ok: true },
      text("All criteria pass."),
      text("TOOL_DONE"),
      { type: "tokens", input: 2000, output: 100 },
      END,
    ]);
  });

  it.each<[string, object[], AgentRecord[]]>([
    ["a tool", [says("Working."), use], [text("Working."), expect.objectContaining({ id: "w1" })]],
    ["the result", [says("TOOL_DONE"), result], [text("TOOL_DONE"), END]],
    ["a whole message", [says("a"), says("b", { delta: false })], [text("a"), text("b")]],
    [
      "a message of the user",
      [says("a"), { type: "message", role: "user", content: "x" }, says("b")],
      [text("a"), text("b")],
    ],
    [
      "a warning",
      [says("a"), { type: "error", severity: "warning", message: "x" }, says("b")],
      [text("a"), text("b")],
    ],
    ["the end of the stream", [says("TOOL_DONE")], [text("TOOL_DONE")]],
  ])("ends a text at %s", (_, events, records) => {
    expect(gemini(...events)).toEqual(records);
  });

  it.each<[string, string, string]>([
    [
      "as it is",
      "[API Error: You have exhausted your daily quota on this model.]\nPlease wait",
      "[API Error: You have exhausted your daily quota on this model.]\nPlease wait",
    ],
    [
      "out of the service's JSON",
      '[API Error: {"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[]}}]',
      "API key not valid. (400 INVALID_ARGUMENT)",
    ],
    ["out of JSON without a code", '[API Error: {"error":{"message":"Boom."}}]', "Boom."],
    ["JSON of another shape", '[API Error: {"a":1}]', '[API Error: {"a":1}]'],
    ["broken JSON", '[API Error: {"error":]', '[API Error: {"error":]'],
  ])("gives the words of an error %s", (_, message, words) => {
    expect(gemini({ type: "result", status: "error", error: { type: "unknown", message } })).toEqual([
      failed(words),
    ]);
  });

  it("has the words of an error that no result follows, or whose result has none", () => {
    const error = { type: "error", severity: "error", message: "Maximum session turns exceeded" };
    expect(gemini(error)).toEqual([failed("Maximum session turns exceeded")]);
    expect(gemini(error, { type: "result", status: "error" })).toEqual([
      failed("Maximum session turns exceeded"),
    ]);
    expect(gemini(error, result)).toEqual([END]);
  });
});
