import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { parseObject, readField, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** Items that are something done; the others are words, thoughts and warnings. */
const TOOL_ITEMS = ["command_execution", "file_change", "mcp_tool_call", "web_search"];

/** One JSON event a line, as `codex exec --json`. Its `error` events are notices of retries: only turn.failed is an end. */
export function createCodexDialect(): Dialect {
  const running = new Set<string>();

  const started = (item: unknown): AgentRecord[] => {
    const name = toolName(item);
    if (name === null) return [];
    const id = readText(item, "id");
    if (id !== null) running.add(id);
    return [{ type: "tool_start", id, name }];
  };

  const completed = (item: unknown): AgentRecord[] => {
    const text = readText(item, "text");
    if (readText(item, "type") === "agent_message") return text === null ? [] : [{ type: "text", text }];
    const name = toolName(item);
    if (name === null) return [];
    const id = readText(item, "id");
    const known = id !== null && running.delete(id);
    return [
      ...(known ? [] : [{ type: "tool_start" as const, id, name }]),
      { type: "tool_end", id, name, ok: isOk(item) },
    ];
  };

  const read = (event: Json): AgentRecord[] => {
    switch (event["type"]) {
      case "item.started":
        return started(event["item"]);
      case "item.completed":
        return completed(event["item"]);
      case "turn.completed":
        return [...readTokens(event), { type: "result", isError: false, words: null }];
      case "turn.failed":
        return [{ type: "result", isError: true, words: readText(event, "error", "message") ?? "" }];
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

function toolName(item: unknown): string | null {
  const type = readText(item, "type");
  if (type === null || !TOOL_ITEMS.includes(type)) return null;
  return type === "mcp_tool_call" ? (readText(item, "tool") ?? type) : type;
}

/** A command that ran and failed is completed, too: its exit code decides. */
function isOk(item: unknown): boolean | null {
  const status = readText(item, "status");
  const exitCode = readNumber(item, "exit_code");
  if (exitCode !== null && exitCode !== 0) return false;
  return status === null ? null : status === "completed";
}

/** Its input count holds the cached part already. */
function readTokens(event: Json): AgentRecord[] {
  const usage = readField(event, "usage");
  const output = readNumber(usage, "output_tokens");
  return output === null ? [] : [{ type: "tokens", input: readNumber(usage, "input_tokens") ?? 0, output }];
}
