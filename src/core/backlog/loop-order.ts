import { byUrgency, refersToOthers } from "#core/backlog/select-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/**
 * The pending items in the order in which the loop takes them when each gets done; those that can't be reached
 * (behind a blocked item, a missing one or a cycle) come last. References to ids outside of the backlog are left aside.
 */
export function loopOrder(items: readonly BacklogItem[]): BacklogItem[] {
  const pending = items.filter((item) => item.status === "pending").sort(byUrgency);
  if (!refersToOthers(pending)) return pending;
  const { open, dependents } = countOpen(items, pending);
  const ready = createRankQueue();
  pending.forEach((_, rank) => open[rank] === 0 && ready.push(rank));
  const taken: number[] = [];
  for (let rank = ready.pop(); rank !== undefined; rank = ready.pop()) {
    taken.push(rank);
    for (const dependent of dependents[rank] ?? []) {
      const left = (open[dependent] ?? 0) - 1;
      open[dependent] = left;
      if (left === 0) ready.push(dependent);
    }
  }
  const reached = taken.map((rank) => pending[rank]!);
  if (reached.length === pending.length) return reached;
  const known = new Set(taken);
  return [...reached, ...pending.filter((_, rank) => !known.has(rank))];
}

interface OpenCounts {
  /** By rank among the pending: how many of its dependencies must still get done. */
  readonly open: number[];
  /** By rank: the ranks that wait for it. */
  readonly dependents: readonly (readonly number[])[];
}

/** What is in progress is taken as done by then; what is blocked never gets done, so it counts and is never taken off. */
function countOpen(items: readonly BacklogItem[], pending: readonly BacklogItem[]): OpenCounts {
  const blocked = new Set(items.filter((item) => item.status === "blocked").map((item) => item.id));
  const rankOf = new Map(pending.map((item, rank) => [item.id, rank]));
  const dependents: number[][] = pending.map(() => []);
  const open = pending.map((item, rank) => {
    let count = 0;
    for (const id of withoutDoubles(item.dependsOn ?? [])) {
      const waitsFor = rankOf.get(id);
      if (waitsFor !== undefined) dependents[waitsFor]?.push(rank);
      if (waitsFor !== undefined || blocked.has(id)) count += 1;
    }
    return count;
  });
  return { open, dependents };
}

/** Most refer to one item, which needs no set. */
const withoutDoubles = (ids: readonly string[]): Iterable<string> => (ids.length > 1 ? new Set(ids) : ids);

interface RankQueue {
  push(rank: number): void;
  /** Takes the lowest. */
  pop(): number | undefined;
}

/** A binary heap: 10,000 items in any order of dependencies stay cheap. */
function createRankQueue(): RankQueue {
  const heap: number[] = [];
  const at = (index: number): number => heap[index] ?? Number.POSITIVE_INFINITY;
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [at(b), at(a)];
  };
  return {
    push(rank) {
      let index = heap.push(rank) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && at(index) < at(parent); parent = (index - 1) >> 1) {
        swap(index, parent);
        index = parent;
      }
    },
    pop() {
      const lowest = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return lowest;
      heap[0] = last;
      for (let index = 0; ;) {
        const left = 2 * index + 1;
        const child = at(left + 1) < at(left) ? left + 1 : left;
        if (at(index) <= at(child)) return lowest;
        swap(index, child);
        index = child;
      }
    },
  };
}
