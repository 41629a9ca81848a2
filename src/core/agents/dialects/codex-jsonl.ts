import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { parseObject, readField, readName, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** Items that are something done; the others are words, thoughts and warnings. */
const TOOL_ITEMS = ["command_execution", "file_change", "mcp_tool_call", "web_search"];

/** More are in flight in no session; a stream that never ends what it starts must not be remembered whole. */
const RUNNING_MAX = 1000;

/** One JSON event a line, as `codex exec --json`. Its `error` events are notices of retries, too: only turn.failed, or the end of the stream behind one, is an end. */
export function createCodexDialect(): Dialect {
  const running = new Set<string>();
  let error: string | null = null;

  const started = (item: unknown): AgentRecord[] => {
    const name = toolName(item);
    if (name === null) return [];
    const id = readName(item, "id");
    if (running.size >= RUNNING_MAX) running.clear();
    if (id !== null) running.add(id);
    return [{ type: "tool_start", id, name }];
  };

  const completed = (item: unknown): AgentRecord[] => {
    const text = readText(item, "text");
    if (readText(item, "type") === "agent_message") return text === null ? [] : [{ type: "text", text }];
    const name = toolName(item);
    if (name === null) return [];
    const id = readName(item, "id");
    const known = id !== null && running.delete(id);
    return [
      ...(known ? [] : [{ type: "tool_start" as const, id, name }]),
      { type: "tool_end", id, name, ok: isOk(item) },
    ];
  };

  const read = (event: Json): AgentRecord[] => {
    if (event["type"] === "error") {
      error = readText(event, "message") ?? "";
      return [];
    }
    const earlier = error ?? "";
    error = null;
    switch (event["type"]) {
      case "item.started":
        return started(event["item"]);
      case "item.completed":
        return completed(event["item"]);
      case "turn.completed":
        return [...readTokens(event), { type: "result", isError: false, words: null }];
      case "turn.failed":
        return [{ type: "result", isError: true, words: readText(event, "error", "message") ?? earlier }];
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

function toolName(item: unknown): string | null {
  const type = readText(item, "type");
  if (type === null || !TOOL_ITEMS.includes(type)) return null;
  return type === "mcp_tool_call" ? (readName(item, "tool") ?? type) : type;
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
