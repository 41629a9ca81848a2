import { AGENTS } from "#core/agents/agent-catalog";
import type { AgentPreset } from "#core/agents/agent-preset";
import { describeAgent } from "#core/agents/describe-agent";
import { tildePath } from "#core/projects/absolute-path";
import { DEFAULT_AGENT_ID } from "#contracts/agent-ids";
import { globalPaths } from "#contracts/paths";
import type { AgentInfo } from "#contracts/schema/agent-info";
import type { ToolConfig } from "#contracts/schema/config";
import type { Ports } from "#engine/ports";
import { readConfig } from "#engine/stores/config-store";

/** The built-in agents in order, and which of them are on PATH; none is started to find out. */
export async function listAgents(ports: Ports): Promise<AgentInfo[]> {
  const config = await readConfig(ports);
  const file = tildePath(globalPaths(ports.machine.home).config, ports.machine.home);
  return Promise.all(AGENTS.map((preset) => look(ports, preset, config, file)));
}

const look = async (
  ports: Ports,
  preset: AgentPreset,
  config: ToolConfig | null,
  configFile: string,
): Promise<AgentInfo> => {
  const { id } = preset;
  const { displayName, binary } = describeAgent(preset, config?.providers?.[id] ?? {});
  if (binary === null) return { id, displayName, available: false, detail: `no binary set in ${configFile}` };
  const available = (await ports.processes.which(binary)) !== null;
  const isDefault = id === (config?.defaultProvider ?? DEFAULT_AGENT_ID);
  const there = isDefault ? `${binary}, the default` : binary;
  const missing = (binary === preset.binary && preset.installCommand) || `${binary} is not on PATH`;
  return { id, displayName, binaryName: binary, available, detail: available ? there : missing };
};
