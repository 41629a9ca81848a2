import type { AgentRecord, Dialect, LimitNotice } from "#core/agents/agent-record";
import { parseObject, readField, readList, readName, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** One JSON event a line, as Claude Code's and Qwen Code's `stream-json`; a lone `json` result is understood too. */
export function createClaudeStreamDialect(): Dialect {
  const usage = createUsage();
  let sawText = false;
  /** Held until the turn's end tells whether it stopped the session: extra usage may carry it past a limit. */
  let limit: LimitNotice | null = null;

  const ofResult = (event: Json): AgentRecord[] => {
    const words = errorWords(event);
    const text = readText(event, "result");
    const records: AgentRecord[] = usage.total(readField(event, "usage"));
    if (words === null && !sawText && text !== null) records.unshift({ type: "text", text });
    if (words !== null && limit !== null) {
      records.push({ type: "limit", notice: { ...limit, words: words === "" ? limit.words : words } });
    }
    limit = null;
    records.push({ type: "result", isError: words !== null, words });
    return records;
  };

  const read = (event: Json): AgentRecord[] => {
    switch (event["type"]) {
      case "assistant": {
        const records = ofAssistant(event);
        sawText ||= records.some((record) => record.type === "text");
        return records;
      }
      case "user":
        return readList(event, "message", "content").flatMap(toolEnd);
      case "stream_event":
        return usage.live(event);
      case "rate_limit_event":
        limit = readLimit(event) ?? limit;
        return [];
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
    end: () => (limit === null ? [] : [{ type: "limit", notice: limit }]),
    structured: true,
  };
}

/** A subagent's text is a tool's answer, and a made-up message that tells an error is nobody's: neither speaks for the session. */
function ofAssistant(event: Json): AgentRecord[] {
  const own = readText(event, "parent_tool_use_id") === null && readText(event, "error") === null;
  return readList(event, "message", "content").flatMap((block): AgentRecord[] => {
    const text = readText(block, "text");
    switch (readText(block, "type")) {
      case "text":
        return own && text !== null ? [{ type: "text", text }] : [];
      case "tool_use":
        return [{ type: "tool_start", id: readName(block, "id"), name: readName(block, "name") ?? "tool" }];
      default:
        return [];
    }
  });
}

function toolEnd(block: unknown): AgentRecord[] {
  if (readText(block, "type") !== "tool_result") return [];
  const ok = readField(block, "is_error") !== true;
  return [{ type: "tool_end", id: readName(block, "tool_use_id"), name: null, ok }];
}

/** Null for a turn that ended well; some releases call an API error a success and exit 0. */
function errorWords(event: Json): string | null {
  const text = readText(event, "result");
  const disguised = text?.startsWith("[API Error:") ?? false;
  if (readField(event, "is_error") !== true && !disguised) return null;
  const errors = readList(event, "errors").filter((one) => typeof one === "string");
  return (
    readText(event, "error", "message") ?? text ?? (errors.join("\n") || readText(event, "subtype") || "")
  );
}

const WINDOWS: Readonly<Record<string, LimitNotice["window"]>> = {
  five_hour: "5h",
  seven_day: "7d",
  seven_day_opus: "7d",
  seven_day_sonnet: "7d",
};

/** A rejection with neither kind nor time is of a mere rate: what it is, the turn's words say. */
function readLimit(event: Json): LimitNotice | null {
  const info = readField(event, "rate_limit_info");
  if (readText(info, "status") !== "rejected") return null;
  const kind = readText(info, "rateLimitType") ?? "";
  const fraction = readNumber(info, "utilization") ?? readNumber(info, "unifiedWindows", kind, "utilization");
  const resetsAt = readNumber(info, "resetsAt");
  if (kind === "" && resetsAt === null) return null;
  return {
    window: Object.hasOwn(WINDOWS, kind) ? (WINDOWS[kind] ?? "unknown") : "unknown",
    resetsAtMs: resetsAt === null ? null : resetsAt * 1000,
    utilization: fraction === null ? null : Math.min(100, Math.round(fraction * 100)),
    words: `usage limit (${kind === "" ? "kind not said" : kind})`,
  };
}

/** More speak at once in no session. */
const SPEAKERS_MAX = 100;

interface Usage {
  live(event: Json): AgentRecord[];
  total(usage: unknown): AgentRecord[];
}

/** Live counts come message by message, output of one as its total so far; the result's count is the last word. */
function createUsage(): Usage {
  let input = 0;
  let output = 0;
  /** Of the messages under way, by the subagent that speaks. */
  const speaking = new Map<string, number>();
  const tokens = (): AgentRecord => ({
    type: "tokens",
    input,
    output: [...speaking.values()].reduce((sum, count) => sum + count, output),
  });
  const settle = (): void => {
    for (const count of speaking.values()) output += count;
    speaking.clear();
  };
  return {
    live(event) {
      const who = readName(event, "parent_tool_use_id") ?? "";
      switch (readText(event, "event", "type")) {
        case "message_start":
          input += inputTokens(readField(event, "event", "message", "usage"));
          output += speaking.get(who) ?? 0;
          speaking.delete(who);
          return [tokens()];
        case "message_delta":
          if (speaking.size >= SPEAKERS_MAX && !speaking.has(who)) settle();
          speaking.set(who, readNumber(event, "event", "usage", "output_tokens") ?? speaking.get(who) ?? 0);
          return [tokens()];
        default:
          return [];
      }
    },
    total(usage) {
      const said = readNumber(usage, "output_tokens");
      if (said === null) return [];
      input = inputTokens(usage);
      output = said;
      speaking.clear();
      return [tokens()];
    },
  };
}

/** What went in, whether read anew or from a cache. */
const inputTokens = (usage: unknown): number =>
  (readNumber(usage, "input_tokens") ?? 0) +
  (readNumber(usage, "cache_creation_input_tokens") ?? 0) +
  (readNumber(usage, "cache_read_input_tokens") ?? 0);
