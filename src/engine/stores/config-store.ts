import { globalPaths } from "#contracts/paths";
import type { ToolConfig } from "#contracts/schema/config";
import { CONFIG_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { withSection } from "#engine/files/write-section";

/** The user's own settings without their defaults; null when there are none. */
export function readConfig(ports: Ports): Promise<ToolConfig | null> {
  return readRecord(ports, globalPaths(ports.machine.home).config, "config", CONFIG_SHAPE);
}

/** Re-reads, changes and writes in one section; null from the edit writes nothing. */
export async function editConfig(
  ports: Ports,
  edit: (config: ToolConfig) => ToolConfig | null,
): Promise<ToolConfig | null> {
  const { dir, config } = globalPaths(ports.machine.home);
  await ports.files.makeDir(dir);
  return withSection(ports, config, async () => {
    const edited = edit((await readConfig(ports)) ?? {});
    if (edited !== null) await atomicWrite(ports, config, jsonText(edited));
    return edited;
  });
}
