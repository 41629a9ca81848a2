import type { BacklogItem } from "#contracts/schema/backlog-item";

/** Who puts back: recovery leaves the agent's own blocks to a person, the other two put back whatever is blocked. */
export type RequeueMode = "reset" | "resume" | "retry-blocked" | "unblock";

/** Ids of the items that go back to pending, in their order. */
export function requeueItems(items: readonly BacklogItem[], mode: RequeueMode): string[] {
  return items.filter((item) => isRequeued(item, mode)).map((item) => item.id);
}

function isRequeued(item: BacklogItem, mode: RequeueMode): boolean {
  switch (mode) {
    case "reset":
    case "resume":
      return item.status === "in_progress" || (item.status === "blocked" && isDeferred(item));
    case "retry-blocked":
    case "unblock":
      return item.status === "blocked";
  }
}

/** A question to a person is never answered by trying again. */
const isDeferred = (item: BacklogItem): boolean => item.deferred === true && item.needsHuman !== true;
