import type { BacklogItem } from "#contracts/schema/backlog-item";

/** Whether a referenced id counts as done: the backlog decides, the archive only for ids that it no longer has. Looks at the items when it is first asked: most refer to nothing. */
export function dependencyCheck(
  items: readonly BacklogItem[],
  archivedDone: ReadonlySet<string>,
): (id: string) => boolean {
  let known: ReturnType<typeof idsByState> | null = null;
  return (id) => {
    const { open, done } = (known ??= idsByState(items));
    return !open.has(id) && (done.has(id) || archivedDone.has(id));
  };
}

function idsByState(items: readonly BacklogItem[]): { open: ReadonlySet<string>; done: ReadonlySet<string> } {
  const done = new Set<string>();
  const open = new Set<string>();
  for (const item of items) (item.status === "done" ? done : open).add(item.id);
  return { open, done };
}
