import type { Dialect } from "#core/agents/agent-record";

/** Plain output: every line of stdout is the agent's own text. */
export function createTextDialect(): Dialect {
  return {
    read: (stream, line) => (stream === "stdout" ? [{ type: "text", text: line }] : []),
    end: () => [],
    structured: false,
  };
}
