import type { Narration } from "#core/events/narration";
import { firstUsable } from "#cli/commands/open-project";
import { itemState } from "#cli/commands/backlog/item-state";
import { STATE_GLYPHS } from "#cli/commands/watch/state-words";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { itemRow, rightEdge, type ItemRow } from "#cli/render/grid/item-row";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { wrap } from "#cli/render/width";
import { historyRows } from "#cli/watch/live/history-rows";
import { LOOP_STATE_LABELS, STATE_OF_STATUS } from "#contracts/loop-states";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopOutcome } from "#engine/loop/finish-loop";

/** What a standalone review came to: its line, what it has to say, and the items that it made. */
export function reviewEnd(
  context: CommandContext,
  outcome: LoopOutcome,
  told: Narration | null,
  items: readonly BacklogItem[],
): string[] {
  const { pen, host } = context;
  const { review, status } = outcome;
  const ids = new Set(review?.kind === "completed" ? review.itemIds : []);
  const rows = items.filter(({ id }) => ids.has(id)).map(rowOf);
  const edge = rightEdge(pen, rows);
  const stopped = status === "complete" ? [] : stoppedLines(context, outcome);
  if (review === null) return stopped.length > 0 ? stopped : ["Nothing to review: no item is done."];
  const summary = review.kind === "completed" ? clean(review.summary) : "";
  const said = ids.size === 0 || summary === "" ? [] : pen.screen.fits ? wrap(summary, edge - 2) : [summary];
  return [
    ...(told === null ? [] : historyRows(pen, told, host, edge)),
    ...said.map((line) => `  ${line}`),
    ...(rows.length === 0 ? [] : ["", ...rows.flatMap((row) => itemRow(pen, row, edge)), ""]),
    ...(rows.length === 0 ? [] : hintLines(pen, firstUsable(context, [WORK_ON]))),
    ...stopped,
  ];
}

const WORK_ON = { command: `${TOOL_NAME} loop run`, purpose: "work on them" };

const rowOf = (item: BacklogItem): ItemRow => ({
  glyph: itemState(item).glyph,
  id: clean(item.id),
  title: clean(item.title),
});

function stoppedLines(context: CommandContext, { status, error }: LoopOutcome): string[] {
  const state = STATE_OF_STATUS[status];
  const facts = status === "paused" ? ["stopped by you"] : error === null ? [] : [clean(error.reason)];
  const hints = (error?.hints ?? []).map((command) => ({ command }));
  return [
    headLine(context.pen, { glyph: STATE_GLYPHS[state], head: LOOP_STATE_LABELS[state].label, facts }),
    ...hintLines(context.pen, hints),
  ];
}
