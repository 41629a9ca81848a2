import { describeAgent } from "#core/agents/describe-agent";
import type { AgentFacts } from "#core/doctor/check-agents";
import { resolveAgent } from "#core/loop/resolve-agent";
import { presetOf } from "#core/agents/agent-catalog";
import type { AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { ToolConfig } from "#contracts/schema/config";
import type { Marker } from "#contracts/schema/marker";
import { listAgents } from "#engine/operations/service/list-agents";
import type { Ports } from "#engine/ports";
import { readBacklogOrNull } from "#engine/stores/backlog-store";
import { readConfig } from "#engine/stores/config-store";

/** Which agents are installed, and which the next run would start; what is wrong with the settings that say so. */
export async function inspectAgents(
  ports: Ports,
  paths: BacklogPaths,
  marker: Marker | null,
): Promise<AgentFacts | ToolError> {
  try {
    const config = await readConfig(ports);
    const installed = (await listAgents(ports)).flatMap(({ id, available }) => (available ? [id] : []));
    const backlog = await readBacklogOrNull(ports, paths).catch(() => null);
    const open = (backlog?.items ?? []).filter(({ status }) => status !== "done");
    const project = marker?.options.provider ?? null;
    const named = [null, ...open.map(({ provider }) => provider ?? null)];
    const ids = new Set(
      named.map((item) =>
        resolveAgent({ item, run: null, project, config: config?.defaultProvider ?? null }),
      ),
    );
    const wanted = [...ids].map((id) => ({ id, binary: binaryOf(id, marker, config) }));
    const found = new Set<AgentId>(installed);
    for (const { id, binary } of wanted) {
      if (binary !== null && (await ports.processes.which(binary)) !== null) found.add(id);
      else found.delete(id);
    }
    return { available: [...found], wanted };
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

const binaryOf = (id: AgentId, marker: Marker | null, config: ToolConfig | null): string | null => {
  const ofProject = marker?.options.provider === id ? marker.options.providerConfig : undefined;
  return describeAgent(presetOf(id), ofProject ?? config?.providers?.[id] ?? {}).binary;
};
