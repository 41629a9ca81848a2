import { ToolError } from "#contracts/error";
import { THEMES } from "#contracts/project-rules";
import type { ToolConfig } from "#contracts/schema/config";
import { CONFIG_SHAPE, fits } from "#contracts/shapes";

/** Null takes a stored setting away; undefined leaves it. */
export type ConfigPatch = { readonly [K in keyof ToolConfig]?: ToolConfig[K] | null | undefined };

/** The stored settings with the patch, unknown ones kept; VALIDATION_ERROR names the field and the value that can't be. */
export function mergeConfig(stored: ToolConfig, patch: ConfigPatch): ToolConfig {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  for (const [field, value] of given) {
    if (value === null || fits(CONFIG_SHAPE, { [field]: value })) continue;
    throw new ToolError("VALIDATION_ERROR", sentence(field, value), {
      details: { field, value },
      reason: "Nothing was changed.",
    });
  }
  const merged = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

function sentence(field: string, value: unknown): string {
  const shown = JSON.stringify(value);
  switch (field) {
    case "port":
      return `The port must be a whole number from 1 to 65535, not ${shown}.`;
    case "theme":
      return `The theme must be ${THEMES.slice(0, -1).join(", ")} or ${THEMES.at(-1) ?? ""}, not ${shown}.`;
    case "rootDirectory":
      return "The root directory can't be empty.";
    default:
      return `${field} can't be ${shown}.`;
  }
}
