import { dependencyCheck } from "#core/backlog/dependencies";
import { waitingFor } from "#core/backlog/waiting-for";
import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface OpenWork {
  /** Pending items that a run could start with. */
  readonly ready: number;
  /** Pending items when none can ever start, since they wait for each other; else 0. */
  readonly knotted: number;
}

/** What a run would find to do, by the items alone: references to ids outside of the backlog count as done, as in loopOrder. */
export function openWork(items: readonly BacklogItem[]): OpenWork {
  const known = new Set(items.map(({ id }) => id));
  const outside = new Set(items.flatMap(({ dependsOn = [] }) => dependsOn.filter((id) => !known.has(id))));
  const isDone = dependencyCheck(items, outside);
  const pending = items.filter(({ status }) => status === "pending");
  const ready = pending.filter(({ dependsOn = [] }) => dependsOn.every(isDone)).length;
  if (ready > 0 || items.some(({ status }) => status === "in_progress")) return { ready, knotted: 0 };
  // Each of these waits for another of them: following the references leads around.
  const waits = waitingFor(items, outside);
  return { ready, knotted: pending.filter((item) => waits(item)?.kind === "after").length };
}
