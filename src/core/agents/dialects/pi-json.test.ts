import { describe, expect, it } from "vitest";
import type { AgentRecord } from "#core/agents/agent-record";
import { createPiDialect } from "#core/agents/dialects/pi-json";

function pi(...events: readonly object[]): AgentRecord[] {
  const dialect = createPiDialect();
  return [
    ...events.flatMap((event) => dialect.read("stdout", JSON.stringify(event), false)),
    ...dialect.end(),
  ];
}

const usage = { input: 1000, output: 50, cacheRead: 200, cacheWrite: 30 };
const text = (words: string): object => ({ type: "text", text: words });
const message = (content: readonly object[], more: object = {}): object => ({
  type: "message_end",
  message: { role: "assistant", content, usage, stopReason: "stop", ...more },
});
const failing = message([], { stopReason: "error", errorMessage: "500 Sorry about that!", usage: {} });
const END: AgentRecord = { type: "result", isError: false, words: null };
const FAILED: AgentRecord = { type: "result", isError: true, words: "500 Sorry about that!" };

describe("pi-json", () => {
  it("gives messages block by block, tools, sums of tokens, and at the end the result", () => {
    const echo = { role: "user", content: [text("print TOOL_DONE")] };
    const answer = { role: "toolResult", content: [text("TOOL_DONE")] };
    expect(
      pi(
        { type: "session", version: 3 },
        { type: "message_end", message: echo },
        message([text("I start."), text("With the file."), { type: "toolCall", id: "c1", name: "write" }], {
          stopReason: "toolUse",
        }),
        { type: "tool_execution_start", toolCallId: "c1", toolName: "write", args: {} },
        { type: "tool_execution_end", toolCallId: "c1", toolName: "write", isError: false },
        { type: "message_end", message: answer },
        message([{ type: "thinking", thinking: "TOOL_BLOCKED:x" }, text("All criteria pass.\nTOOL_DONE")]),
        { type: "agent_end", messages: [echo] },
      ),
    ).toEqual([
      { type: "text", text: "I start." },
      { type: "text", text: "With the file." },
      { type: "tokens", input: 1230, output: 50 },
      { type: "tool_start", id: "c1", name: "write" },
      { type: "tool_end", id: "c1", name: "write", ok: true },
      { type: "text", text: "All criteria pass.\nTOOL_DONE" },
      { type: "tokens", input: 2460, output: 100 },
      END,
    ]);
  });

  it.each<[string, object[], AgentRecord | undefined]>([
    ["the error of its last message, though it exits 0", [failing], FAILED],
    ["what came of a retry", [failing, { type: "agent_end" }, message([text("Here.")])], END],
    ["an error after good messages", [message([text("Here.")]), failing], FAILED],
    [
      "a message that was broken off",
      [message([], { stopReason: "aborted" })],
      { type: "result", isError: true, words: "" },
    ],
    ["nothing where nothing was said", [{ type: "session" }, { type: "agent_end" }], undefined],
  ])("results in %s", (_, events, record) => {
    const dialect = createPiDialect();
    for (const event of events) {
      const told = dialect.read("stdout", JSON.stringify(event), false);
      expect(told.some(({ type }) => type === "result")).toBe(false);
    }
    expect(dialect.end()[0]).toEqual(record);
  });

  it("doesn't read the updates of a message, each of which repeats all of it", () => {
    const [line] = [JSON.stringify({ type: "message_update", message: { role: "assistant" } })];
    expect(createPiDialect().read("stdout", `${line}{`, false)).toEqual([]);
  });
});
