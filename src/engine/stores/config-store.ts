import { tildePath } from "#core/projects/absolute-path";
import { globalPaths } from "#contracts/paths";
import type { ToolConfig } from "#contracts/schema/config";
import { CONFIG_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { isMalformed, withAdvice } from "#engine/files/with-advice";
import { withSection } from "#engine/files/write-section";

/** The user's own settings without their defaults; null when there are none. Malformed ones hold up every run: the error says how to mend them, or go on without. */
export async function readConfig(ports: Ports): Promise<ToolConfig | null> {
  const { config } = globalPaths(ports.machine.home);
  try {
    return await readRecord(ports, config, "config", CONFIG_SHAPE);
  } catch (error) {
    if (!isMalformed(error)) throw error;
    const file = tildePath(config, ports.machine.home);
    throw withAdvice(error, "Mend it in an editor, or move it away.", [
      { command: `mv ${file} ${file}.old`, purpose: "go on without your settings" },
    ]);
  }
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
