import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { parseObject, readField, readList, readName, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** Each repeats all of the message so far: reading them would cost the square of its length. */
const UPDATE = '{"type":"message_update"';

/** One JSON event a line, as pi's `--mode json`. No event is its last, and it exits 0 on every error: the result is that of the last message, and known at the end alone. */
export function createPiDialect(): Dialect {
  const tokens = { input: 0, output: 0 };
  let last: { readonly isError: boolean; readonly words: string | null } | null = null;

  const ofMessage = (message: unknown): AgentRecord[] => {
    if (readText(message, "role") !== "assistant") return [];
    const isError = ["error", "aborted"].includes(readText(message, "stopReason") ?? "");
    last = { isError, words: isError ? (readText(message, "errorMessage") ?? "") : null };
    const usage = readField(message, "usage");
    tokens.input += inputTokens(usage);
    tokens.output += readNumber(usage, "output") ?? 0;
    return [...readList(message, "content").flatMap(ofBlock), { type: "tokens", ...tokens }];
  };

  const read = (event: Json): AgentRecord[] => {
    switch (event["type"]) {
      case "message_end":
        return ofMessage(event["message"]);
      case "tool_execution_start": {
        const name = readName(event, "toolName") ?? "tool";
        return [{ type: "tool_start", id: readName(event, "toolCallId"), name }];
      }
      case "tool_execution_end": {
        const ok = event["isError"] !== true;
        return [
          { type: "tool_end", id: readName(event, "toolCallId"), name: readName(event, "toolName"), ok },
        ];
      }
      default:
        return [];
    }
  };

  return {
    read(stream, line, cut) {
      const isRead = stream === "stdout" && !cut && !line.startsWith(UPDATE);
      const event = isRead ? parseObject(line) : null;
      return event === null ? [] : read(event);
    },
    end: () => (last === null ? [] : [{ type: "result", ...last }]),
    structured: true,
  };
}

function ofBlock(block: unknown): AgentRecord[] {
  const text = readText(block, "type") === "text" ? readText(block, "text") : null;
  return text === null ? [] : [{ type: "text", text }];
}

/** What went in, whether read anew or from a cache. */
const inputTokens = (usage: unknown): number =>
  (readNumber(usage, "input") ?? 0) +
  (readNumber(usage, "cacheRead") ?? 0) +
  (readNumber(usage, "cacheWrite") ?? 0);
