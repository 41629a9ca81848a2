import { ToolError } from "#contracts/error";
import type { MarkerOptions } from "#contracts/schema/marker";
import { fits, MARKER_OPTIONS_SHAPE } from "#contracts/shapes";

/** Null takes a stored option away; undefined leaves it. */
export type OptionsPatch = { readonly [K in keyof MarkerOptions]?: MarkerOptions[K] | null | undefined };

/** The stored options with the patch, unknown ones kept; VALIDATION_ERROR where no marker may say that. */
export function mergeOptions(stored: MarkerOptions, patch: OptionsPatch): MarkerOptions {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...stored, ...Object.fromEntries(given) });
  const options: unknown = Object.fromEntries(merged.filter(([, value]) => value !== null));
  if (fits(MARKER_OPTIONS_SHAPE, options)) return options;
  const wrong = given.find(
    ([name, value]) => value !== null && !fits(MARKER_OPTIONS_SHAPE, { [name]: value }),
  );
  const [field, value] = wrong ?? ["options", patch];
  throw new ToolError("VALIDATION_ERROR", `${field} can't be ${JSON.stringify(value)}.`, {
    details: { field, value },
    reason: "Nothing was changed.",
  });
}
