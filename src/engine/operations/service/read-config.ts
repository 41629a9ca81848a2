import { DEFAULT_TOOL_CONFIG, withDefaults } from "#contracts/defaults";
import type { ResolvedToolConfig } from "#contracts/schema/config";
import type { Ports } from "#engine/ports";
import { readConfig } from "#engine/stores/config-store";

/** The settings with their defaults; a root directory only where one is set. */
export async function readResolvedConfig(ports: Ports): Promise<ResolvedToolConfig> {
  return withDefaults(DEFAULT_TOOL_CONFIG, (await readConfig(ports)) ?? {});
}
