import { useMutation, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { Archive, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { call, type ApiError } from "#web/api/client";
import { cacheKey, refreshProject, useGet } from "#web/api/queries";
import { createStore, useStore } from "#web/app/store";
import { holdBack, showFailure } from "#web/ui/toast";

const LIST = "GET /api/projects/:id/backlog";

interface ItemChange {
  readonly itemId: string;
  readonly change: UpdateItemInput;
}

/** Changes an item; the list shows the change at once and takes it back when the server refuses. */
export function useUpdateItem(id: string) {
  const client = useQueryClient();
  return useMutation<BacklogItem, ApiError, ItemChange, readonly BacklogItem[] | undefined>({
    mutationFn: ({ itemId, change }) =>
      call("PUT /api/projects/:id/backlog/:itemId", { params: { id, itemId }, body: change }),
    onMutate: async ({ itemId, change }) => {
      await client.cancelQueries({ queryKey: listKey(id) });
      const before = client.getQueryData<readonly BacklogItem[]>(listKey(id));
      setItems(client, id, (items) =>
        items.map((item) => (item.id === itemId ? preview(item, change) : item)),
      );
      return before;
    },
    onError: (error, { itemId }, before) => {
      if (before !== undefined) client.setQueryData(listKey(id), before);
      showFailure(`${itemId} was not saved`, error.message);
    },
    onSettled: () => refreshProject(client, id),
  });
}

/** The item as it is now: what the list has may be half a minute old. Undefined: it is gone. */
export async function readItem(
  client: QueryClient,
  id: string,
  itemId: string,
): Promise<BacklogItem | undefined> {
  await client.refetchQueries({ queryKey: listKey(id) });
  return client.getQueryData<readonly BacklogItem[]>(listKey(id))?.find((item) => item.id === itemId);
}

const hidden = createStore<ReadonlySet<string>>(new Set());

/** The items of a project, without those whose deletion can still be undone. */
export function useBacklog(id: string): UseQueryResult<readonly BacklogItem[], ApiError> {
  const deleted = useStore(hidden);
  const query = useGet(LIST, { params: { id } });
  const data = useMemo(
    () => (deleted.size === 0 ? query.data : query.data?.filter((item) => !deleted.has(`${id}/${item.id}`))),
    [query.data, deleted, id],
  );
  return { ...query, data } as UseQueryResult<readonly BacklogItem[], ApiError>;
}

/** Takes items out of the list at once; the requests go out after the time for undo, or when the page closes. `note` follows the toast's words: who still waits for them. */
export function useDeleteItems(id: string): (itemIds: readonly string[], note?: string) => void {
  const client = useQueryClient();
  return (itemIds, note = "") => {
    const deleted = itemIds.length === 1 ? `${itemIds[0] ?? ""} deleted` : `${itemIds.length} items deleted`;
    const show = hide(id, itemIds);
    holdBack({
      title: `${deleted}${note}`,
      icon: Trash2,
      undo: show,
      send: async (extra) => {
        const sendOne = (itemId: string) =>
          call("DELETE /api/projects/:id/backlog/:itemId", { params: { id, itemId } }, extra);
        // A page that closes waits for no answer: what isn't sent by then is never sent.
        if (extra.keepalive === true) await Promise.all(itemIds.map(sendOne));
        else for (const itemId of itemIds) await sendOne(itemId);
      },
      after: async () => {
        await refreshProject(client, id);
        show();
      },
    });
  };
}

/** Takes the done items out of the list at once; they are swept after the time for undo, or when the page closes. */
export function useSweep(id: string): (itemIds: readonly string[], where: string) => void {
  const client = useQueryClient();
  return (itemIds, where) => {
    const show = hide(id, itemIds);
    holdBack({
      title: `${itemIds.length === 1 ? "1 item" : `${itemIds.length} items`} swept to ${where}`,
      icon: Archive,
      undo: show,
      send: async (extra) => {
        const body = { minAgeDays: 0 };
        await call("POST /api/projects/:id/backlog/sweep", { params: { id }, body }, extra);
      },
      after: async () => {
        await refreshProject(client, id);
        show();
      },
    });
  };
}

/** Until the returned function is called. */
function hide(id: string, itemIds: readonly string[]): () => void {
  const keys = itemIds.map((itemId) => `${id}/${itemId}`);
  hidden.set(new Set([...hidden.get(), ...keys]));
  return () => {
    const left = new Set(hidden.get());
    for (const key of keys) left.delete(key);
    hidden.set(left);
  };
}

/** The cache's place of the whole list, unfiltered: filters of the page are its own. */
function listKey(id: string) {
  return cacheKey(LIST, { params: { id } });
}

function setItems(
  client: QueryClient,
  id: string,
  change: (items: readonly BacklogItem[]) => readonly BacklogItem[],
): void {
  client.setQueryData<readonly BacklogItem[]>(listKey(id), (items) =>
    items === undefined ? items : change(items),
  );
}

/** The item as it will probably be; null takes a field away. */
function preview(item: BacklogItem, change: UpdateItemInput): BacklogItem {
  const merged = Object.entries({ ...item, ...change }).filter(
    ([, value]) => value !== null || value === item.completedAt,
  );
  return { ...(Object.fromEntries(merged) as unknown as BacklogItem), completedAt: item.completedAt };
}
