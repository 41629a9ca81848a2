import { itemState } from "#cli/commands/backlog/item-state";
import { clean } from "#cli/render/clean";
import { itemRow } from "#cli/render/grid/item-row";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import type { EndedRun } from "#cli/watch/end/ended-run";
import { stuckWords, waitingFact } from "#cli/watch/end/end-words";
import type { Hint } from "#contracts/error";

/** A run that found no item to start. */
export const nothingRan = (run: EndedRun): boolean => run.status === "complete" && run.facts.sessions === 0;

/** One line where all is done; else why nothing can start, item by item. */
export function nothingToDo(pen: Pen, run: EndedRun, hints: readonly Hint[]): string[] {
  const { done, total } = run.summary;
  if (done === total) {
    const head = `Nothing to do: ${doneWords(total)}`;
    return [headLine(pen, { glyph: "done", head }), ...hintLines(pen, hints)];
  }
  const rows = run.items
    .filter((item) => item.status !== "done")
    .sort((a, b) => Number(a.status !== "blocked") - Number(b.status !== "blocked"))
    .flatMap((item) =>
      itemRow(pen, {
        glyph: itemState(item).glyph,
        id: clean(item.id),
        title:
          item.status === "blocked"
            ? clean(item.blockedReason ?? item.title)
            : waitingFact(run.waiting(item)),
        says: "sentence",
      }),
    );
  return [
    headLine(pen, { glyph: "blocked", head: `Nothing can start: ${stuckWords(run)}` }),
    "",
    ...rows,
    "",
    ...hintLines(pen, hints),
  ];
}

/** Why there is nothing left, when all of so many are done. */
export function doneWords(total: number): string {
  if (total === 0) return "the backlog has no items.";
  return total === 1 ? "the one item is done." : `all ${wholeNumber(total)} items are done.`;
}
