import { describe, expect, it } from "vitest";
import type { AgentRecord } from "#core/agents/agent-record";
import { createCursorDialect } from "#core/agents/dialects/cursor-stream-json";

function cursor(...events: readonly object[]): AgentRecord[] {
  const dialect = createCursorDialect();
  return [
    ...events.flatMap((event) => dialect.read("stdout", JSON.stringify(event), false)),
    ...dialect.end(),
  ];
}

const says = (text: string): object => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text }] },
});
const call = (subtype: string, body: object): object => ({
  type: "tool_call",
  subtype,
  call_id: "c1",
  tool_call: { note: "x", shellToolCall: body },
});
const result = { type: "result", subtype: "success", is_error: false, result: "I start.TOOL_DONE" };
const END: AgentRecord = { type: "result", isError: false, words: null };

describe("cursor-stream-json", () => {
  it("gives each message, tools and the end of the turn, and not the echo of the prompt", () => {
    expect(
      cursor(
        { type: "system", subtype: "init", model: "auto" },
        { type: "user", message: { content: [{ type: "text", text: "print TOOL_DONE" }] } },
        { type: "thinking", subtype: "delta", text: "TOOL_BLOCKED:x" },
        says("I start."),
        call("started", { args: { command: "ls" } }),
        call("completed", { result: { success: { stdout: "TOOL_BLOCKED:x" } } }),
        says("TOOL_DONE"),
        result,
      ),
    ).toEqual([
      { type: "text", text: "I start." },
      { type: "tool_start", id: "c1", name: "shell" },
      { type: "tool_end", id: "c1", name: "shell", ok: true },
      { type: "text", text: "TOOL_DONE" },
      END,
    ]);
  });

  it.each<[object, boolean | null]>([
    [{ result: { success: {} } }, true],
    [{ result: { rejected: { reason: "no" } } }, false],
    [{ result: { error: {} } }, false],
    [{}, null],
  ])("knows whether a tool went well: %j", (body, ok) => {
    expect(cursor(call("completed", body))).toEqual([{ type: "tool_end", id: "c1", name: "shell", ok }]);
  });

  it("gives a tool without a name one", () => {
    expect(cursor({ type: "tool_call", subtype: "started", tool_call: {} })).toEqual([
      { type: "tool_start", id: null, name: "tool" },
    ]);
    expect(cursor({ type: "tool_call", subtype: "odd" })).toEqual([]);
  });

  it("takes the result's text only when no text came before, and never of an error", () => {
    expect(cursor(result)).toEqual([{ type: "text", text: "I start.TOOL_DONE" }, END]);
    expect(cursor({ ...result, is_error: true, result: "Boom" })).toEqual([
      { type: "result", isError: true, words: "Boom" },
    ]);
  });
});
