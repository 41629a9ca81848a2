import { duplicateWords } from "#core/backlog/validate/duplicate-id";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** CONFLICT where several items have the id: nobody can say which is meant, and a run would only ever take the first. The file as messages name it. */
export function refuseDuplicate(file: string, items: readonly BacklogItem[], id: string): void {
  const indexes = items.flatMap((item, index) => (item.id === id ? [index] : []));
  if (indexes.length < 2) return;
  throw new ToolError("CONFLICT", `${duplicateWords(`the id ${id}`, indexes)}.`, {
    details: { id },
    reason: `Edit ${file}: each needs an id of its own. Nothing was changed.`,
    hints: [{ command: `${TOOL_NAME} backlog validate`, purpose: "see whether that is all" }],
  });
}

/** The same of every id. */
export function refuseDuplicates(file: string, items: readonly BacklogItem[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) return refuseDuplicate(file, items, id);
    seen.add(id);
  }
}
