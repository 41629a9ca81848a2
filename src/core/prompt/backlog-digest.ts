import { counted } from "#core/text/counted";
import { sortItems } from "#core/backlog/sort-items";
import { summarize } from "#core/backlog/summarize";
import { foldLine } from "#core/text/fold-line";
import { utf8Length } from "#core/text/utf8-length";
import { BACKLOG_PROMPT_BYTES, BACKLOG_PROMPT_DONE_ITEMS, BACKLOG_PROMPT_LINES } from "#contracts/limits";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** A longer title would take the room of the others. */
const TITLE_CHARS = 200;

/** The backlog as a session sees it: counts, what is left in the loop's order, what was done last; within its budget of lines and bytes. */
export function backlogDigest(items: readonly BacklogItem[], backlogFile: string): string {
  const open = sortItems(
    items.filter((item) => item.status !== "done"),
    "loop",
  );
  const lines: string[] = [];
  let bytes = 0;
  for (const item of [...open, ...lastDone(items)]) {
    const line = `- ${item.id} ${item.status}, priority ${item.priority}: ${shortTitle(item.title)}`;
    bytes += utf8Length(line) + 1;
    if (lines.length === BACKLOG_PROMPT_LINES || bytes > BACKLOG_PROMPT_BYTES) break;
    lines.push(line);
  }
  const left = items.length - lines.length;
  const more = left === 0 ? [] : [`and ${left} more in ${backlogFile}, read only`];
  return [counts(items), "", ...lines, ...more].join("\n");
}

function counts(items: readonly BacklogItem[]): string {
  const { total, done, inProgress, pending, blocked } = summarize(items);
  return `${counted(total, "item")}: ${done} done, ${inProgress} in progress, ${pending} pending, ${blocked} blocked.`;
}

/** Oldest of them first. */
function lastDone(items: readonly BacklogItem[]): BacklogItem[] {
  const done = items.filter((item) => item.status === "done");
  const timed = done.map((item) => ({ item, at: Date.parse(item.completedAt ?? "") || 0 }));
  const ordered = timed.sort((a, b) => a.at - b.at).slice(-BACKLOG_PROMPT_DONE_ITEMS);
  return ordered.map(({ item }) => item);
}

export function shortTitle(title: string): string {
  const line = foldLine(title);
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS)}…` : line;
}
