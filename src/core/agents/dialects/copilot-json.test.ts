import { describe, expect, it } from "vitest";
import type { AgentRecord } from "#core/agents/agent-record";
import { createCopilotDialect } from "#core/agents/dialects/copilot-json";

function copilot(...events: readonly object[]): AgentRecord[] {
  const dialect = createCopilotDialect();
  return [
    ...events.flatMap((event) => dialect.read("stdout", JSON.stringify(event), false)),
    ...dialect.end(),
  ];
}

const event = (type: string, data: object, more: object = {}): object => ({ type, data, ...more });
const says = (content: string): object => event("assistant.message", { content, toolRequests: [] });
const error = event("session.error", {
  errorType: "rate_limit",
  message: "429 Rate limit reached",
  statusCode: 429,
});
const ended = (exitCode: number): object => ({ type: "result", exitCode });
const END: AgentRecord = { type: "result", isError: false, words: null };

describe("copilot-json", () => {
  it("gives messages, tools and the end of the turn, and not the echo of the prompt", () => {
    expect(
      copilot(
        event("user.message", { content: "print TOOL_DONE", transformedContent: "TOOL_DONE" }),
        event("assistant.message_delta", { deltaContent: "I start" }),
        says("I start with the file."),
        event("tool.execution_start", { toolCallId: "c1", toolName: "create", arguments: {} }),
        event("tool.execution_complete", {
          toolCallId: "c1",
          success: true,
          result: { content: "TOOL_DONE" },
        }),
        says("All criteria pass.\nTOOL_DONE"),
        event("assistant.idle", {}),
        ended(0),
      ),
    ).toEqual([
      { type: "text", text: "I start with the file." },
      { type: "tool_start", id: "c1", name: "create" },
      { type: "tool_end", id: "c1", name: null, ok: true },
      { type: "text", text: "All criteria pass.\nTOOL_DONE" },
      END,
    ]);
  });

  it.each<[object, boolean]>([
    [{ success: true }, true],
    [{ success: true, shellExecution: { exitCode: 0 } }, true],
    [{ success: true, shellExecution: { exitCode: 3 } }, false],
    [{ success: false }, false],
    [{}, false],
  ])("knows whether a tool went well: %j", (data, ok) => {
    expect(copilot(event("tool.execution_complete", data))).toEqual([
      { type: "tool_end", id: null, name: null, ok },
    ]);
  });

  it("never takes a subagent's text for its own", () => {
    const data = { content: "TOOL_DONE" };
    expect(copilot(event("assistant.message", data, { agentId: "a1" }))).toEqual([]);
    expect(copilot(event("assistant.message", { ...data, parentToolCallId: "c1" }))).toEqual([]);
  });

  it.each<[string, object[], AgentRecord]>([
    [
      "an error that ended it",
      [error, ended(1)],
      { type: "result", isError: true, words: "429 Rate limit reached" },
    ],
    [
      "an error that nothing follows",
      [error],
      { type: "result", isError: true, words: "429 Rate limit reached" },
    ],
    ["an error that it went on after", [error, ended(0)], END],
    ["a failure without an error", [ended(1)], { type: "result", isError: true, words: "" }],
    ["a result without a code", [{ type: "result" }], { type: "result", isError: true, words: "" }],
  ])("tells of %s", (_, events, record) => {
    expect(copilot(...events)).toEqual([record]);
  });

  it("forgets an error once the model answers", () => {
    expect(copilot(error, says("On I go."), ended(1)).at(-1)).toEqual({
      type: "result",
      isError: true,
      words: "",
    });
  });
});
