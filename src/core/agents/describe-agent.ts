import type { AgentConfig, AgentPreset, ConfigSource } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";

/** What to call an agent and what to look up on PATH; binary is null where none is configured. Starts nothing. */
export function describeAgent(
  preset: AgentPreset,
  config: AgentConfig,
  source?: ConfigSource,
): { readonly displayName: string; readonly binary: string | null } {
  const read = createConfigReader(preset.id, config, source);
  return {
    displayName: read.text("displayName") ?? preset.displayName,
    binary: read.text("binary") ?? preset.binary,
  };
}
