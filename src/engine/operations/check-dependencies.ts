import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** A reference typed by a person must lead somewhere; one that was there before is the validator's affair. */
export function checkDependencies(
  item: Pick<BacklogItem, "dependsOn">,
  items: readonly BacklogItem[],
  archived: ReadonlySet<string>,
): void {
  const missing = item.dependsOn?.find((id) => !archived.has(id) && items.every((other) => other.id !== id));
  if (missing === undefined) return;
  throw new ToolError("VALIDATION_ERROR", `There is no item ${missing} to depend on.`, {
    details: { field: "dependsOn", value: missing },
    reason: "Nothing was written.",
    hints: [{ command: `${TOOL_NAME} backlog list` }],
  });
}
