import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { planSweep } from "#core/archive/plan-sweep";
import { call, isApiError } from "#web/api/client";
import { useDeleteItems, useSweep } from "#web/api/item-mutations";
import { cacheKey, refreshProject } from "#web/api/queries";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { counted, listedIds } from "#web/ui/words";
import { confirm } from "#web/ui/confirm";
import { showFailure, showToast, showUndoable } from "#web/ui/toast";

/** Fields that are set for many items at once. */
export type BulkChange = Pick<UpdateItemInput, "priority" | "type" | "dependsOn">;

export interface ItemDeeds {
  /** Each item gets its own change; `told` says it, as "have priority 1". */
  readonly edit: (changes: ReadonlyMap<string, BulkChange>, told: string) => Promise<void>;
  readonly unblock: (items: readonly BacklogItem[]) => Promise<void>;
  readonly unblockAll: () => Promise<void>;
  /** False: it was refused. */
  readonly remove: (ids: readonly string[]) => boolean;
  readonly sweep: () => void;
}

export const BUSY = "Not while a run is going";

/** What can be done to items from anywhere on the page; each tells what came of it. */
export function useItemDeeds(id: string, facts: BacklogFacts, live: boolean): ItemDeeds {
  const client = useQueryClient();
  const deleteItems = useDeleteItems(id);
  const sweepItems = useSweep(id);
  return {
    edit: async (changes, told) => {
      const before = new Map(
        [...changes].map(([itemId, change]) => [itemId, former(facts.byId.get(itemId), change)]),
      );
      if (!(await saveEach(client, id, changes))) return;
      const undo = () => void saveEach(client, id, before);
      showUndoable({ title: `${named([...changes.keys()])} ${told}`, icon: Undo2 }, undo);
    },
    unblock: async (items) => {
      const blocked = idsOf(items.filter(({ status }) => status === "blocked"));
      if (live) return showFailure(`${named(blocked)}: not unblocked`, `${BUSY}: stop it first, or wait.`);
      await requeue(client, id, blocked);
    },
    unblockAll: async () => {
      const blocked = facts.items.filter(({ status }) => status === "blocked");
      // Those that the question has counted: others may have got stuck since.
      if (await confirmAll(blocked)) await requeue(client, id, idsOf(blocked));
    },
    remove: (ids) => {
      const running = ids.find((one) => live && facts.byId.get(one)?.status === "in_progress");
      if (running !== undefined) {
        showFailure(`${running} was not deleted`, "The run is working on it.");
        return false;
      }
      const gone = new Set(ids);
      const held = new Set(ids.flatMap((one) => facts.graph.holdsUp.get(one) ?? []));
      const left = [...held].filter((one) => !gone.has(one));
      deleteItems(ids, waitNote(left, ids.length));
      return true;
    },
    sweep: () => {
      const { byMonth } = planSweep(facts.items, Date.now(), 0);
      const swept = [...byMonth.values()].flat().map((item) => item.id);
      if (swept.length > 0) sweepItems(swept, [...byMonth.keys()].map(monthName).join(" and "));
    },
  };
}

/** By project: the changes that are under way. */
const turns = new Map<string, Promise<void>>();

/** After those that were asked for before: of two changes of one field the later one has to stay. */
function inTurn(id: string, deed: () => Promise<void>): Promise<void> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(deed);
  turns.set(
    id,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Shows all at once, saves one after the other; false: one was refused, and the rest was left. */
async function saveEach(
  client: QueryClient,
  id: string,
  changes: ReadonlyMap<string, BulkChange>,
): Promise<boolean> {
  const list = cacheKey("GET /api/projects/:id/backlog", { params: { id } });
  await client.cancelQueries({ queryKey: list });
  client.setQueryData<readonly BacklogItem[]>(list, (items) =>
    items?.map((item) => ({ ...item, ...(changes.get(item.id) as Partial<BacklogItem> | undefined) })),
  );
  let saved = 0;
  try {
    await inTurn(id, async () => {
      for (const [itemId, change] of changes) {
        await call("PUT /api/projects/:id/backlog/:itemId", { params: { id, itemId }, body: change });
        saved += 1;
      }
    });
    return true;
  } catch (error) {
    const [failed = ""] = [...changes.keys()].slice(saved);
    const rest =
      saved === 0 ? "" : ` ${counted(saved, "item")} before it ${saved === 1 ? "is" : "are"} saved.`;
    showFailure(`${failed} was not saved`, `${wordsOf(error)}${rest}`);
    return false;
  } finally {
    await refreshProject(client, id);
  }
}

async function requeue(client: QueryClient, id: string, ids: readonly string[]): Promise<void> {
  const back: string[] = [];
  try {
    for (const itemId of ids) {
      const request = { params: { id }, body: { itemId } };
      const reply = await call("POST /api/projects/:id/backlog/unblock", request);
      back.push(...reply.unblockedIds);
    }
  } catch (error) {
    showFailure("Not unblocked", wordsOf(error));
  }
  if (back.length > 0)
    showToast({ title: `${named(back)} ${back.length === 1 ? "is" : "are"} pending again` });
  await refreshProject(client, id);
}

/** `2026-11` → `November`, with the year where it is another. */
export function monthName(month: string): string {
  const year = month.slice(0, 4);
  const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(
    Date.parse(`${month}-01`),
  );
  return year === String(new Date().getFullYear()) ? name : `${name} ${year}`;
}

/** What its dependents lose by a deletion, as the end of a sentence. */
function waitNote(ids: readonly string[], deleted: number): string {
  const them = deleted === 1 ? "it" : "them";
  return ids.length === 0
    ? ""
    : `, ${listedIds(ids)} still ${ids.length === 1 ? "waits" : "wait"} for ${them}`;
}

function confirmAll(blocked: readonly BacklogItem[]): Promise<boolean> {
  const asking = blocked.filter((item) => item.needsHuman === true).length;
  return confirm({
    title: `Unblock ${counted(blocked.length, "item")}?`,
    text:
      asking === 0
        ? "They go back to pending and are tried again, with all their attempts."
        : `They go back to pending and are tried again. ${counted(asking, "question")} of them ${asking === 1 ? "goes" : "go"} unanswered.`,
    deed: `Unblock ${counted(blocked.length, "item")}`,
    icon: Undo2,
  });
}

/** The fields of a change as they are now. */
function former(item: BacklogItem | undefined, change: BulkChange): BulkChange {
  return {
    ...(change.priority !== undefined && item !== undefined && { priority: item.priority }),
    ...(change.type !== undefined && item !== undefined && { type: item.type }),
    ...(change.dependsOn !== undefined && { dependsOn: item?.dependsOn ?? [] }),
  };
}

const idsOf = (items: readonly BacklogItem[]): readonly string[] => items.map(({ id }) => id);

const named = (ids: readonly string[]): string => (ids.length > 3 ? `${ids.length} items` : listedIds(ids));

const wordsOf = (error: unknown): string => (isApiError(error) ? error.message : String(error));
