import { removeItem } from "#core/backlog/edit-backlog";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { findItem } from "#engine/operations/find-item";
import { refuseLiveLoop } from "#engine/operations/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";

export interface DeletedItem {
  readonly item: BacklogItem;
  /** Ids of items that still depend on it. */
  readonly dependents: readonly string[];
}

/** Takes an item out of the backlog; the one that a live loop works on is refused. */
export async function deleteItem(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly id: string },
): Promise<DeletedItem> {
  const item = await findItem(ports, paths, (await readBacklog(ports, paths)).items, input.id);
  if (item.status === "in_progress") await refuseLiveLoop(ports, paths, "delete");
  let dependents: readonly string[] = [];
  await editBacklog(ports, paths, (backlog) => {
    const removal = removeItem(backlog, item.id);
    dependents = removal.dependents;
    return removal.backlog;
  });
  return { item, dependents };
}
