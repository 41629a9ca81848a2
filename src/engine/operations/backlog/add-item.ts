import { nextId } from "#core/backlog/compare-ids";
import { createItem, type CreatedItem } from "#core/backlog/create-item";
import { appendItem } from "#core/backlog/edit-backlog";
import type { BacklogPaths } from "#contracts/paths";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { checkDependencies, withFullIds } from "#engine/operations/backlog/check-dependencies";
import type { Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { editBacklog } from "#engine/stores/backlog-store";
import { readMarker } from "#engine/stores/marker-store";

/** A new item at the end of the backlog, under an id that no item ever had. */
export async function addItem(
  ports: Ports,
  paths: BacklogPaths,
  input: CreateItemInput,
): Promise<CreatedItem> {
  const verify = (await readMarker(ports, paths))?.profile.verify ?? null;
  let created: CreatedItem | undefined;
  await editBacklog(ports, paths, async (backlog) => {
    // In the same section: what is swept in between would else stand in neither.
    const archived = await readArchivedDone(ports, paths);
    const id = nextId(backlog.items, archived.ids);
    created = createItem(withFullIds(input, backlog.items), { id, verify });
    checkDependencies(created.item, backlog.items, archived.ids);
    return appendItem(backlog, created.item);
  });
  if (created === undefined) throw new Error("the backlog was not edited");
  return created;
}
