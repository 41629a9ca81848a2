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
  const file = tildePath(globalPaths(ports.machine.home).config, ports.machine.home);
  return Promise.all(
    AGENTS.map((preset) => look(ports, preset, settingsOf(preset.id, marker, config, file), chosen)),
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

interface Settings {
  readonly config: AgentConfig;
  readonly source: ConfigSource;
}

function settingsOf(id: AgentId, marker: Marker | null, config: ToolConfig | null, file: string): Settings {
  const ofProject = marker?.options.provider === id ? marker.options.providerConfig : undefined;
  if (ofProject === undefined) {
    return { config: config?.providers?.[id] ?? {}, source: { file, path: `providers.${id}` } };
  }
  return { config: ofProject, source: { file: MARKER_FILE, path: "options.providerConfig" } };
}

async function look(
  ports: Ports,
  preset: AgentPreset,
  { config, source }: Settings,
  chosen: string,
): Promise<AgentInfo> {
  const { id } = preset;
  try {
    const { displayName, binary } = describeAgent(preset, config, source);
    if (binary === null) {
      return { id, displayName, available: false, detail: `no binary set in ${source.file}` };
    }
    const available = (await ports.processes.which(binary)) !== null;
    const there = id === chosen ? `${binary}, the default` : binary;
    const missing = (binary === preset.binary && preset.installCommand) || `${binary} is not on PATH`;
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
