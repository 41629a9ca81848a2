import type { BacklogItem } from "#contracts/schema/backlog-item";

/** Whether a referenced id counts as done: the backlog decides, the archive only for ids that it no longer has. */
export function dependencyCheck(
  items: readonly BacklogItem[],
  archivedDone: ReadonlySet<string>,
): (id: string) => boolean {
  const done = new Set<string>();
  const open = new Set<string>();
  for (const item of items) (item.status === "done" ? done : open).add(item.id);
  return (id) => !open.has(id) && (done.has(id) || archivedDone.has(id));
}
