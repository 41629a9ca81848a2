import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface CycleBreak {
  readonly id: string;
  /** What the item would still depend on. */
  readonly dependsOn: readonly string[];
}

/** The one reference to take away so that this item no longer waits for itself; null when it is in no cycle. */
export function breakCycle(
  items: readonly Pick<BacklogItem, "id" | "dependsOn">[],
  id: string,
): CycleBreak | null {
  const byId = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<string>([id]);
  const queue = [id];
  for (const at of queue) {
    const dependsOn = byId.get(at)?.dependsOn ?? [];
    if (dependsOn.includes(id)) return { id: at, dependsOn: dependsOn.filter((other) => other !== id) };
    for (const next of dependsOn) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return null;
}
