import { findRegion, upsertRegion, type Markers } from "#core/install/marked-region";
import { ToolError } from "#contracts/error";

/** The text of a file with our part in it; damaged markers are refused, naming the file. */
export function mergeRegion(path: string, present: string | null, body: string, markers: Markers): string {
  refuseDamage(path, present, markers);
  return upsertRegion(present, body, markers);
}

/** Throws CONFLICT where it can't be told what is ours in a file. */
export function refuseDamage(path: string, present: string | null, markers: Markers): void {
  const found = findRegion(present ?? "", markers);
  if (found.kind !== "damaged") return;
  throw new ToolError("CONFLICT", `The markers in ${path} ${found.why}.`, {
    details: { file: path },
    reason: `"${markers.begin}" and "${markers.end}" must enclose our part once. Nothing was written.`,
  });
}
