import { rightEdge } from "#cli/render/grid/item-row";
import type { Pen } from "#cli/render/pen";
import { textWidth } from "#cli/render/width";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** As wide as what stands at the right edge of a done item gets. */
const WIDEST_FACTS = { fact: "59m 59s", hash: "1234567" } as const;

/** One right edge for all items of a run, so that their facts stand in one column however they come. */
export function runEdge(pen: Pen, items: readonly BacklogItem[]): number {
  let longest = { id: "", title: "" };
  let widest = -1;
  for (const { id, title } of items) {
    const width = textWidth(title);
    if (width > widest) [longest, widest] = [{ id, title }, width];
  }
  return rightEdge(pen, [{ glyph: "done", ...longest, ...WIDEST_FACTS }]);
}
