import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { parseObject, readField, readName, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** One JSON event a line, as Copilot's `--output-format json`. It counts no tokens there. */
export function createCopilotDialect(): Dialect {
  /** A session may go on after an error: only its result tells that it didn't. */
  let error: string | null = null;

  const read = (event: Json): AgentRecord[] => {
    const data = event["data"];
    switch (event["type"]) {
      case "assistant.message":
        error = null;
        return ofMessage(event);
      case "tool.execution_start": {
        const name = readName(data, "toolName") ?? "tool";
        return [{ type: "tool_start", id: readName(data, "toolCallId"), name }];
      }
      case "tool.execution_complete":
        return [{ type: "tool_end", id: readName(data, "toolCallId"), name: null, ok: isOk(data) }];
      case "session.error":
        error = readText(data, "message") ?? "";
        return [];
      case "result": {
        const isError = readNumber(event, "exitCode") !== 0;
        const words = isError ? (error ?? "") : null;
        error = null;
        return [{ type: "result", isError, words }];
      }
      default:
        return [];
    }
  };

  return {
    read(stream, line, cut) {
      const event = stream === "stdout" && !cut ? parseObject(line) : null;
      return event === null ? [] : read(event);
    },
    end: () => (error === null ? [] : [{ type: "result", isError: true, words: error }]),
    structured: true,
  };
}

/** A subagent's text is a tool's answer. */
function ofMessage(event: Json): AgentRecord[] {
  const isOwn = readText(event, "agentId") === null && readText(event, "data", "parentToolCallId") === null;
  const text = readText(event, "data", "content");
  return isOwn && text !== null ? [{ type: "text", text }] : [];
}

/** A command that ran and failed is a success, too: its exit code decides. */
function isOk(data: unknown): boolean {
  const exitCode = readNumber(data, "shellExecution", "exitCode") ?? 0;
  return readField(data, "success") === true && exitCode === 0;
}
