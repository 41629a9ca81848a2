import type { AgentRecord, Dialect } from "#core/agents/agent-record";
import { createTextPieces } from "#core/agents/dialects/text-pieces";
import { parseObject, readField, readName, readNumber, readText } from "#core/agents/read-field";

type Json = Record<string, unknown>;

/** One JSON event a line, as Gemini CLI's `stream-json`; its text comes in pieces that only another event ends. */
export function createGeminiDialect(): Dialect {
  const pieces = createTextPieces();
  /** Told ahead of a result that may not come. */
  let error: string | null = null;

  const ofMessage = (event: Json): AgentRecord[] => {
    const text = readText(event, "content");
    if (event["role"] !== "assistant" || text === null) return pieces.end();
    if (event["delta"] === true) return pieces.piece(text);
    return [...pieces.end(), { type: "text", text }];
  };

  const ofResult = (event: Json): AgentRecord[] => {
    const isError = event["status"] === "error";
    const words = plainWords(readText(event, "error", "message") ?? error ?? "");
    error = null;
    return [...readTokens(event), { type: "result", isError, words: isError ? words : null }];
  };

  const read = (event: Json): AgentRecord[] => {
    switch (event["type"]) {
      case "message":
        return ofMessage(event);
      case "tool_use": {
        const name = readName(event, "tool_name") ?? "tool";
        return [...pieces.end(), { type: "tool_start", id: readName(event, "tool_id"), name }];
      }
      case "tool_result": {
        const ok = event["status"] === "success";
        return [...pieces.end(), { type: "tool_end", id: readName(event, "tool_id"), name: null, ok }];
      }
      case "error":
        if (event["severity"] === "error") error = readText(event, "message");
        return pieces.end();
      case "result":
        return [...pieces.end(), ...ofResult(event)];
      default:
        return [];
    }
  };

  return {
    read(stream, line, cut) {
      const event = stream === "stdout" && !cut ? parseObject(line) : null;
      return event === null ? [] : read(event);
    },
    end() {
      const records = pieces.end();
      if (error !== null) records.push({ type: "result", isError: true, words: plainWords(error) });
      return records;
    },
    structured: true,
  };
}

/** The service's answer stands in it as JSON: a person wants its message, the tables its code and status. */
function plainWords(words: string): string {
  const answer = parseObject(words.slice(words.indexOf("{"), words.lastIndexOf("}") + 1));
  const message = readText(answer, "error", "message");
  if (message === null) return words;
  const code = readNumber(answer, "error", "code");
  const facts = [code, readText(answer, "error", "status")].filter((fact) => fact !== null);
  return facts.length === 0 ? message : `${message} (${facts.join(" ")})`;
}

function readTokens(event: Json): AgentRecord[] {
  const stats = readField(event, "stats");
  const output = readNumber(stats, "output_tokens");
  return output === null ? [] : [{ type: "tokens", input: readNumber(stats, "input_tokens") ?? 0, output }];
}
