import { replaceItem } from "#core/backlog/edit-backlog";
import { updateItem } from "#core/backlog/update-item";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { checkDependencies, refuseCycle, withFullIds } from "#engine/operations/backlog/check-dependencies";
import { findItem } from "#engine/operations/backlog/find-item";
import type { Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";

export interface EditedItem {
  readonly item: BacklogItem;
  /** Names of the fields that are other than before; none: nothing was written. */
  readonly changed: readonly string[];
}

/** Changes the given fields of one item, read anew under the lock of the file; status moves follow the item table. */
export async function editItemFields(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly id: string; readonly changes: UpdateItemInput },
): Promise<EditedItem> {
  const { id } = await findItem(ports, paths, (await readBacklog(ports, paths)).items, input.id);
  const { changes } = input;
  const nowIso = new Date(ports.clock.now()).toISOString();
  let edited: EditedItem | undefined;
  await editBacklog(ports, paths, async (backlog) => {
    const before = backlog.items.find((item) => item.id === id);
    if (before === undefined) return null;
    const item = updateItem(before, withFullIds(changes, backlog.items), nowIso);
    if (changes.dependsOn !== undefined) {
      checkDependencies(item, backlog.items, (await readArchivedDone(ports, paths)).ids);
      refuseCycle(before, item, backlog.items);
    }
    const changed = changedFields(before, item);
    edited = { item, changed };
    return changed.length === 0 ? null : replaceItem(backlog, item);
  });
  if (edited === undefined)
    throw new ToolError("NOT_FOUND", `There is no item ${id} any more.`, { details: { id } });
  return edited;
}

const changedFields = (before: BacklogItem, after: BacklogItem): string[] => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof BacklogItem>;
  return [...fields].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
};
