import type { AgentId } from "#contracts/agent-ids";
import type { AgentPreset } from "#core/agents/agent-preset";
import { claudeCli } from "#core/agents/claude-cli";
import { codex } from "#core/agents/codex";
import { copilot } from "#core/agents/copilot";
import { cursor } from "#core/agents/cursor";
import { gemini } from "#core/agents/gemini";
import { genericCli } from "#core/agents/generic-cli";
import { pi } from "#core/agents/pi";

/** The built-in agents, the default first. */
export const AGENTS: readonly AgentPreset[] = [claudeCli, codex, gemini, copilot, cursor, pi, genericCli];

const BY_ID = new Map(AGENTS.map((preset) => [preset.id, preset]));

export function presetOf(id: AgentId): AgentPreset {
  return BY_ID.get(id) ?? claudeCli;
}
