import { presetOf } from "#core/agents/agent-catalog";
import { resolveAgent } from "#core/loop/resolve-agent";
import { resolveModel } from "#core/loop/resolve-model";
import { MARKER_FILE } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ToolConfig } from "#contracts/schema/config";
import type { Marker } from "#contracts/schema/marker";
import type { ChosenAgent, RunRequest } from "#engine/loop/loop-context";

/** What the choice hangs on; a LoopContext is one. */
export interface AgentSources {
  readonly request: RunRequest;
  readonly marker: Marker;
  readonly config: ToolConfig | null;
}

/** The agent, its configuration and its model for an item, or for a review (null). Throws ToolError VALIDATION_ERROR. */
export function chooseAgent(sources: AgentSources, item: BacklogItem | null): ChosenAgent {
  const { request, marker, config } = sources;
  const options = marker.options;
  const id = resolveAgent({
    item: item?.provider ?? null,
    run: request.agent,
    project: options.provider ?? null,
    config: config?.defaultProvider ?? null,
  });
  const ofProject = options.provider === id ? options.providerConfig : undefined;
  const { model } = resolveModel({
    item,
    runModel: request.model,
    projectModel: options.model ?? null,
    ignoreItemModel: request.ignoreItemModel,
  });
  return {
    preset: presetOf(id),
    config: ofProject ?? config?.providers?.[id] ?? {},
    source:
      ofProject === undefined
        ? { file: "~/.tool/config.json", path: `providers.${id}` }
        : { file: MARKER_FILE, path: "options.providerConfig" },
    model,
  };
}
