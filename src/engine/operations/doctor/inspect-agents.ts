import { describeAgent } from "#core/agents/describe-agent";
import type { AgentFacts } from "#core/doctor/check-agents";
import { resolveAgent } from "#core/loop/resolve-agent";
import { presetOf } from "#core/agents/agent-catalog";
import type { AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { agentSettings, listAgents, type AgentSettings } from "#engine/operations/service/list-agents";
import { programFault } from "#engine/files/program-fault";
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
    const wanted: AgentFacts["wanted"][number][] = [];
    const found = new Set<AgentId>(installed);
    for (const id of ids) {
      const fault = await agentFault(ports, paths, id, agentSettings(ports, id, marker, config));
      wanted.push({ id, fault });
      if (fault === null) found.add(id);
      else found.delete(id);
    }
    return { available: [...found], wanted };
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

/** As a run finds out before it starts: by the whole of the settings, not by the program's name alone. */
async function agentFault(
  ports: Ports,
  { projectPath }: BacklogPaths,
  id: AgentId,
  { config, source }: AgentSettings,
): Promise<string | null> {
  const preset = presetOf(id);
  try {
    if (describeAgent(preset, config, source).binary === null) return "no binary is set for it";
    const { binary } = preset.invocation({ model: null, config, source, prompt: "", promptFile: "" });
    return await programFault(ports, binary, projectPath);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "VALIDATION_ERROR") throw error;
    return [error.message.replace(/\.$/, ""), source.file].join(", in ");
  }
}
