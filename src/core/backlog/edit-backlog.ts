import { ToolError } from "#contracts/error";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** With the item of the same id replaced at its place; all else stays as it was read. */
export function replaceItem(backlog: Backlog, item: BacklogItem): Backlog {
  const index = indexOf(backlog, item.id);
  return { ...backlog, items: backlog.items.with(index, item) };
}

/** With the item at the end. */
export function appendItem(backlog: Backlog, item: BacklogItem): Backlog {
  return { ...backlog, items: [...backlog.items, item] };
}

export interface Removal {
  readonly backlog: Backlog;
  /** Ids of the items that still refer to the removed one. */
  readonly dependents: readonly string[];
}

/** Without the item; what depends on it keeps its reference, and is named so that the caller can warn. */
export function removeItem(backlog: Backlog, id: string): Removal {
  const items = backlog.items.toSpliced(indexOf(backlog, id), 1);
  const dependents = items.filter((item) => item.dependsOn?.includes(id)).map((item) => item.id);
  return { backlog: { ...backlog, items }, dependents };
}

function indexOf(backlog: Backlog, id: string): number {
  const index = backlog.items.findIndex((item) => item.id === id);
  if (index === -1) throw new ToolError("NOT_FOUND", `There is no item ${id}.`, { details: { id } });
  return index;
}
