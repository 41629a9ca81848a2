import { compareIds } from "#core/backlog/compare-ids";
import { finding, type BacklogFacts, type Placed } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** Names at most this many waits of a cycle. */
const NAMED_WAITS = 5;

/** Items that wait for each other never start. Each knot of them is named by at least one of its cycles. */
export function dependencyCycle({ placed }: BacklogFacts): ValidationFinding[] {
  const byId = new Map<string, Placed>();
  for (const at of placed) if (!byId.has(at.item.id)) byId.set(at.item.id, at);
  return findCycles(byId).flatMap((cycle) => {
    const ids = fromLowest(cycle);
    const at = byId.get(ids[0] ?? "");
    return at === undefined ? [] : [finding("DEPENDENCY_CYCLE", at, describe(ids), "dependsOn")];
  });
}

/** Depth first, each edge once: an edge back into the path that led here closes a cycle. */
function findCycles(byId: ReadonlyMap<string, Placed>): string[][] {
  const cycles: string[][] = [];
  const named = new Set<string>();
  const left = new Map<string, Iterator<string>>();
  const path: string[] = [];
  const depth = new Map<string, number>();
  const enter = (id: string): void => {
    left.set(id, (byId.get(id)?.item.dependsOn ?? []).values());
    depth.set(id, path.push(id) - 1);
  };
  for (const root of byId.keys()) {
    if (!left.has(root)) enter(root);
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const next = left.get(id)?.next();
      if (next === undefined || next.done === true) {
        depth.delete(id);
        path.pop();
        continue;
      }
      const start = depth.get(next.value);
      if (start !== undefined && !named.has(id) && !named.has(next.value)) {
        const cycle = path.slice(start);
        cycles.push(cycle);
        for (const member of cycle) named.add(member);
      }
      if (byId.has(next.value) && !left.has(next.value)) enter(next.value);
    }
  }
  return cycles;
}

function fromLowest(cycle: readonly string[]): string[] {
  const lowest = cycle.reduce((a, b) => (compareIds(b, a) < 0 ? b : a));
  const start = cycle.indexOf(lowest);
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}

/** "008 waits for 009, and 009 for 008" */
function describe(ids: readonly string[]): string {
  const [first, second] = ids;
  if (second === undefined) return `${first} waits for itself`;
  const waits = ids.slice(1).map((id, index) => `${id} for ${ids[index + 2] ?? first}`);
  const last = waits.at(-1);
  const between = waits.slice(0, -1);
  const named = between.length <= NAMED_WAITS ? between : [...between.slice(0, 2), "…"];
  const all = between.length <= NAMED_WAITS ? "" : ` (${ids.length} items)`;
  return [`${first} waits for ${second}`, ...named, `and ${last}${all}`].join(", ");
}
