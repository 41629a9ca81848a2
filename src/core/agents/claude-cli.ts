import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createClaudeStreamDialect } from "#core/agents/dialects/claude-stream-json";

/** Claude Code. It refuses to run as root without prompts unless the user sets IS_SANDBOX=1. */
export const claudeCli: AgentPreset = {
  id: "claude-cli",
  displayName: "Claude Code",
  binary: "claude",
  installCommand: "npm i -g @anthropic-ai/claude-code",
  acceptsTierAliases: true,
  invocation({ model, config, source }) {
    const read = createConfigReader("claude-cli", config, source);
    return {
      binary: read.text("binary") ?? "claude",
      args: [
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        ...(model === null ? [] : ["--model", model]),
        "--dangerously-skip-permissions",
        "--no-session-persistence",
        ...read.texts("extraArgs"),
      ],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createClaudeStreamDialect,
};
