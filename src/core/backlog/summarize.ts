import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { BacklogSummary } from "#contracts/schema/status";

/** Counts by status; needsHuman and deferred are parts of blocked. */
export function summarize(items: readonly BacklogItem[]): BacklogSummary {
  const counts = { pending: 0, in_progress: 0, blocked: 0, done: 0 };
  let needsHuman = 0;
  let deferred = 0;
  for (const item of items) {
    counts[item.status] += 1;
    if (item.status !== "blocked") continue;
    if (item.needsHuman === true) needsHuman += 1;
    else if (item.deferred === true) deferred += 1;
  }
  const { pending, in_progress: inProgress, blocked, done } = counts;
  return { pending, inProgress, blocked, needsHuman, deferred, done, total: items.length };
}
