import type { ArchiveMonth, SweepResult } from "#contracts/schema/archive";
import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface SweepPlan {
  /** What stays in the backlog, in its order. */
  readonly keep: readonly BacklogItem[];
  /** What goes to each month's archive (YYYY-MM, UTC), in the order of the months. */
  readonly byMonth: ReadonlyMap<string, readonly BacklogItem[]>;
  readonly result: SweepResult;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which done items go to which month's archive. Without a completedAt an item has age 0 and goes to the current month. What an interrupted run left unsettled stays: its commit may be missing. */
export function planSweep(
  items: readonly BacklogItem[],
  nowMs: number,
  minAgeDays: number,
  unsettled: string | null = null,
): SweepPlan {
  const keep: BacklogItem[] = [];
  const months = new Map<string, BacklogItem[]>();
  let archivedCount = 0;
  for (const item of items) {
    const doneMs = completedMs(item, nowMs);
    const isOld = nowMs - doneMs >= minAgeDays * DAY_MS;
    if (item.status !== "done" || !isOld || item.id === unsettled) {
      keep.push(item);
      continue;
    }
    archivedCount += 1;
    const month = new Date(doneMs).toISOString().slice(0, 7);
    const swept = months.get(month);
    if (swept === undefined) months.set(month, [item]);
    else swept.push(item);
  }
  const byMonth = new Map([...months].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { keep, byMonth, result: { archivedCount, archivedMonths: [...byMonth.keys()] } };
}

/** A month's archive with items added at the end. What a crashed sweep has already put there isn't doubled. */
export function mergeMonth(
  existing: ArchiveMonth | null,
  month: string,
  items: readonly BacklogItem[],
): ArchiveMonth {
  const merged = new Map((existing?.items ?? []).map((item) => [identity(item), item]));
  for (const item of items) merged.set(identity(item), item);
  return { ...existing, month, items: [...merged.values()] };
}

/** Not the id alone: an archive may hold an id of an earlier cycle that was used again. */
const identity = (item: BacklogItem): string => [item.id, item.completedAt, item.title].join("\n");

/** A time in the future is a wrong clock's: it counts as now. */
function completedMs(item: BacklogItem, nowMs: number): number {
  const doneMs = item.completedAt === null ? Number.NaN : Date.parse(item.completedAt);
  return Number.isNaN(doneMs) ? nowMs : Math.min(doneMs, nowMs);
}
