import { AGENTS } from "#core/agents/agent-catalog";
import type { AgentConfig, AgentPreset, ConfigSource } from "#core/agents/agent-preset";
import { describeAgent } from "#core/agents/describe-agent";
import { tildePath } from "#core/projects/absolute-path";
import { DEFAULT_AGENT_ID, type AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import { MARKER_FILE } from "#contracts/names";
import { backlogPaths, globalPaths } from "#contracts/paths";
import type { AgentInfo } from "#contracts/schema/agent-info";
import type { ToolConfig } from "#contracts/schema/config";
import type { Marker } from "#contracts/schema/marker";
import type { Ports } from "#engine/ports";
import { programFault } from "#engine/files/program-fault";
import { readConfig } from "#engine/stores/config-store";
import { readMarker } from "#engine/stores/marker-store";

/** The built-in agents in order, as a folder's project has set them up if it is one, and which of them are on PATH; none is started to find out. Settings that can't be read count as none where the caller takes their fault. */
export async function listAgents(
  ports: Ports,
  folder: string | null = null,
  onFault?: (fault: ToolError) => void,
): Promise<AgentInfo[]> {
  const config = await readConfig(ports).catch((error: unknown) => {
    if (!(error instanceof ToolError) || onFault === undefined) throw error;
    onFault(error);
    return null;
  });
  const marker = folder === null ? null : await markerIn(ports, folder);
  const chosen = marker?.options.provider ?? config?.defaultProvider ?? DEFAULT_AGENT_ID;
  return Promise.all(
    AGENTS.map((preset) =>
      look(ports, preset, agentSettings(ports, preset.id, marker, config), { chosen, folder }),
    ),
  );
}

/** A marker that can't be read is for the commands of the project to tell of: the list is asked for when things don't work. */
async function markerIn(ports: Ports, folder: string): Promise<Marker | null> {
  try {
    return await readMarker(ports, backlogPaths(folder));
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

export interface AgentSettings {
  readonly config: AgentConfig;
  readonly source: ConfigSource;
}

/** An agent's own settings as a run would take them, and where they stand. */
export function agentSettings(
  ports: Ports,
  id: AgentId,
  marker: Marker | null,
  config: ToolConfig | null,
): AgentSettings {
  const file = tildePath(globalPaths(ports.machine.home).config, ports.machine.home);
  const ofProject = marker?.options.provider === id ? marker.options.providerConfig : undefined;
  if (ofProject === undefined) {
    return { config: config?.providers?.[id] ?? {}, source: { file, path: `providers.${id}` } };
  }
  return { config: ofProject, source: { file: MARKER_FILE, path: "options.providerConfig" } };
}

async function look(
  ports: Ports,
  preset: AgentPreset,
  { config, source }: AgentSettings,
  { chosen, folder }: { readonly chosen: string; readonly folder: string | null },
): Promise<AgentInfo> {
  const { id } = preset;
  try {
    const { displayName, binary } = describeAgent(preset, config, source);
    if (binary === null) {
      return { id, displayName, available: false, detail: `no binary set in ${source.file}` };
    }
    const fault = await programFault(ports, binary, folder);
    const available = fault === null;
    const there = id === chosen ? `${binary}, the default` : binary;
    const missing = (binary === preset.binary && preset.installCommand) || (fault ?? "");
    return { id, displayName, binaryName: binary, available, detail: available ? there : missing };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return {
      id,
      displayName: preset.displayName,
      available: false,
      detail: `${error.message} ${error.reason ?? ""}`.trim(),
    };
  }
}
