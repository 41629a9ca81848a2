import { mergeConfig, type ConfigPatch } from "#core/projects/merge-config";
import { absolutePath } from "#core/projects/absolute-path";
import { DEFAULT_TOOL_CONFIG, withDefaults } from "#contracts/defaults";
import { ToolError } from "#contracts/error";
import type { ResolvedToolConfig } from "#contracts/schema/config";
import type { Ports } from "#engine/ports";
import { editConfig, readConfig } from "#engine/stores/config-store";

/** Changes the given settings; null takes one away. A root directory is resolved from `cwd`. */
export async function changeConfig(
  ports: Ports,
  patch: ConfigPatch,
  cwd: string,
): Promise<ResolvedToolConfig> {
  const resolved = await withRoot(ports, patch, cwd);
  mergeConfig((await readConfig(ports)) ?? {}, resolved);
  const edited = await editConfig(ports, (config) => mergeConfig(config, resolved));
  return withDefaults(DEFAULT_TOOL_CONFIG, edited ?? {});
}

/** A folder that isn't there yet may be made later; a file can't become one. */
async function withRoot(ports: Ports, patch: ConfigPatch, cwd: string): Promise<ConfigPatch> {
  const { rootDirectory: typed } = patch;
  if (typeof typed !== "string" || typed === "") return patch;
  const { home } = ports.machine;
  const rootDirectory = absolutePath(
    cwd,
    typed.replace(/^~(?=\/|$)/, () => home),
  );
  const stat = await ports.files.stat(rootDirectory);
  if (stat === null || stat.kind === "directory") return { ...patch, rootDirectory };
  throw new ToolError("VALIDATION_ERROR", `${rootDirectory} is a file, not a folder.`, {
    details: { field: "rootDirectory", value: typed, path: rootDirectory },
    reason: "The root directory is the folder that your projects lie in. Nothing was changed.",
  });
}
