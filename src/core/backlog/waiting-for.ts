import { dependencyCheck } from "#core/backlog/dependencies";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** `after`: its open dependencies · `blockedBy`: a blocked item that it depends on, directly or not. */
export type WaitingFor =
  | { readonly kind: "after"; readonly ids: readonly string[] }
  | { readonly kind: "blockedBy"; readonly id: string };

/** Why an item can't start, for any number of items over one reading of the backlog; null: it can, or it isn't pending. */
export function waitingFor(
  items: readonly BacklogItem[],
  archivedDone: ReadonlySet<string>,
): (item: BacklogItem) => WaitingFor | null {
  const isDone = dependencyCheck(items, archivedDone);
  const blocker = findBlockers(items, isDone);
  return (item) => {
    if (item.status !== "pending") return null;
    const open = [...new Set(item.dependsOn ?? [])].filter((id) => !isDone(id));
    if (open.length === 0) return null;
    const id = open.map((id) => blocker.get(id)).find((id) => id !== undefined);
    return id === undefined ? { kind: "after", ids: open } : { kind: "blockedBy", id };
  };
}

/** For each open item that is blocked or waits for a blocked one: which. Walks from the blocked ones upwards, each edge once. */
function findBlockers(
  items: readonly BacklogItem[],
  isDone: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const dependents = new Map<string, string[]>();
  for (const item of items) {
    if (item.status === "done") continue;
    for (const id of item.dependsOn ?? []) {
      if (isDone(id)) continue;
      const list = dependents.get(id);
      if (list === undefined) dependents.set(id, [item.id]);
      else list.push(item.id);
    }
  }
  const blocker = new Map<string, string>();
  const queue = items.filter((item) => item.status === "blocked").map((item) => item.id);
  for (const id of queue) blocker.set(id, id);
  for (const id of queue) {
    for (const dependent of dependents.get(id) ?? []) {
      if (blocker.has(dependent)) continue;
      blocker.set(dependent, blocker.get(id) ?? id);
      queue.push(dependent);
    }
  }
  return blocker;
}
