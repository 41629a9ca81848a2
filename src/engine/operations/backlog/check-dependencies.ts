import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { breakCycle } from "#core/backlog/graph/break-cycle";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { lookUpItem } from "#engine/operations/backlog/find-item";

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

/** `--depends-on 4` means 004, as everywhere else. */
export function withFullIds<T extends { readonly dependsOn?: readonly string[] | undefined }>(
  input: T,
  items: readonly BacklogItem[],
): T {
  if (input.dependsOn === undefined) return input;
  return { ...input, dependsOn: input.dependsOn.map((id) => lookUpItem(items, id)?.id ?? id) };
}

/** A new reference must not make the item wait for itself; a cycle that was there before is the validator's affair. */
export function refuseCycle(before: BacklogItem, after: BacklogItem, items: readonly BacklogItem[]): void {
  const added = after.dependsOn?.filter((id) => before.dependsOn?.includes(id) !== true) ?? [];
  const others = items.filter((item) => item.id !== after.id);
  const closing = breakCycle([...others, { ...after, dependsOn: added }], after.id);
  if (closing === null) return;
  throw new ToolError("VALIDATION_ERROR", `${after.id} would wait for itself: ${closing.id} depends on it.`, {
    details: { field: "dependsOn", value: after.dependsOn },
    reason: "Nothing was written.",
  });
}
