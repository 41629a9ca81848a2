import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { parseObject, readField, readList, readName, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

const NAME = /^(\w{1,60})ToolCall$/;

/** One JSON event a line, as Cursor documents its `stream-json`: a message between tool calls is one event, and a failure may end the stream without a result. */
export function createCursorDialect(): Dialect {
  let sawText = false;

  const ofResult = (event: Json): AgentRecord[] => {
    const isError = event["is_error"] === true;
    const text = readText(event, "result");
    const records: AgentRecord[] = !isError && !sawText && text !== null ? [{ type: "text", text }] : [];
    return [...records, { type: "result", isError, words: isError ? (text ?? "") : null }];
  };

  const read = (event: Json): AgentRecord[] => {
    switch (event["type"]) {
      case "assistant": {
        const records = readList(event, "message", "content").flatMap(ofBlock);
        sawText ||= records.length > 0;
        return records;
      }
      case "tool_call":
        return ofToolCall(event);
      case "result":
        return ofResult(event);
      default:
        return [];
    }
  };

  return {
    read(stream, line, cut) {
      const event = stream === "stdout" && !cut ? parseObject(line) : null;
      return event === null ? [] : read(event);
    },
    end: () => [],
    structured: true,
  };
}

function ofBlock(block: unknown): AgentRecord[] {
  const text = readText(block, "type") === "text" ? readText(block, "text") : null;
  return text === null ? [] : [{ type: "text", text }];
}

/** The tool's name is the key of its call, `shellToolCall`; what it came to is the key of its result. */
function ofToolCall(event: Json): AgentRecord[] {
  const call = readField(event, "tool_call");
  const keys = typeof call === "object" && call !== null ? Object.keys(call) : [];
  const key = keys.find((one) => NAME.test(one)) ?? "";
  const name = NAME.exec(key)?.[1] ?? "tool";
  const id = readName(event, "call_id");
  switch (event["subtype"]) {
    case "started":
      return [{ type: "tool_start", id, name }];
    case "completed": {
      const result = readField(call, key, "result");
      const told = typeof result === "object" && result !== null;
      return [{ type: "tool_end", id, name, ok: told ? Object.hasOwn(result, "success") : null }];
    }
    default:
      return [];
  }
}
