import { checkItemFields } from "#core/backlog/check-item-fields";
import { filterItems } from "#core/backlog/filter-items";
import { needsArchive } from "#core/backlog/select-item";
import { sortItems } from "#core/backlog/sort-items";
import { summarize } from "#core/backlog/summarize";
import { waitingFor, type WaitingFor } from "#core/backlog/waiting-for";
import type { ItemStatus, ItemType } from "#contracts/item-rules";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { BacklogSummary } from "#contracts/schema/status";
import type { Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { readBacklog } from "#engine/stores/backlog-store";
import { readIterationStatus } from "#engine/stores/iteration-status-store";

export interface ListedItem {
  readonly item: BacklogItem;
  /** Why it can't start yet. */
  readonly waiting: WaitingFor | null;
  /** Since when a session has been at it. */
  readonly runningSince: string | null;
}

export interface ItemList {
  /** The backlog's own name. */
  readonly project: string;
  /** Of all items, whatever the filter. */
  readonly summary: BacklogSummary;
  /** As the loop would take them. */
  readonly ordered: readonly ListedItem[];
}

export interface ItemFilter {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
}

/** The items that match, as they stand in the file and with nothing worked out of them: what a script asks for. */
export async function storedItems(
  ports: Ports,
  paths: BacklogPaths,
  filter: ItemFilter,
): Promise<readonly BacklogItem[]> {
  const wanted = checkedFilter(filter);
  return filterItems((await readBacklog(ports, paths)).items, wanted);
}

/** The items that match; unknown words in the filter are refused. */
export async function listItems(ports: Ports, paths: BacklogPaths, filter: ItemFilter): Promise<ItemList> {
  const wanted = checkedFilter(filter);
  const { project, items } = await readBacklog(ports, paths);
  const archived = needsArchive(items) ? (await readArchivedDone(ports, paths)).ids : new Set<string>();
  const session = items.some((item) => item.status === "in_progress")
    ? await readSession(ports, paths)
    : null;
  const waiting = waitingFor(items, archived);
  return {
    project,
    summary: summarize(items),
    ordered: filterItems(sortItems(items, "loop"), wanted).map((item) => ({
      item,
      waiting: waiting(item),
      runningSince: item.id === session?.itemId ? session.startedAt : null,
    })),
  };
}

function checkedFilter(filter: ItemFilter): { status?: ItemStatus; type?: ItemType } {
  checkItemFields(filter);
  return filter as { status?: ItemStatus; type?: ItemType };
}

/** A hint only: a list doesn't fail because of it. */
const readSession = (ports: Ports, paths: BacklogPaths) =>
  readIterationStatus(ports, paths).catch(() => null);
