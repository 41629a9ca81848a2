import { removeItem } from "#core/backlog/edit-backlog";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { findItem } from "#engine/operations/backlog/find-item";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { editBacklog } from "#engine/stores/backlog-store";

export interface DeletedItem {
  readonly item: BacklogItem;
  /** Ids of items that still depend on it. */
  readonly dependents: readonly string[];
  /** A restore brings it back; while a loop runs, it would be refused. */
  readonly restorable: boolean;
}

/** Takes an item out of the backlog; the one that a live loop works on is refused. */
export async function deleteItem(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly id: string },
): Promise<DeletedItem> {
  let deleted: DeletedItem | undefined;
  await editBacklog(ports, paths, async (backlog) => {
    const item = await findItem(ports, paths, backlog.items, input.id);
    if (item.status === "in_progress") await refuseLiveLoop(ports, paths, "delete");
    const removal = removeItem(backlog, item.id);
    const { alive } = await inspectLock(ports, paths.lock);
    deleted = { item, dependents: removal.dependents, restorable: !alive };
    return removal.backlog;
  });
  if (deleted === undefined) throw new Error("the backlog was not edited");
  return deleted;
}
