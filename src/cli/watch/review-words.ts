import type { ReviewFacts } from "#core/events/run-story";
import { counted, wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";

/** `Reviewing  5 items, 14 files, +412 −96`. */
export function reviewWords(pen: Pen, { items, diff }: ReviewFacts): string {
  const what = `${LOOP_STATE_LABELS.REVIEWING.label}  ${counted(items, "item")}`;
  if (diff === null) return what;
  const minus = pen.screen.ascii ? "-" : "−";
  const lines = `+${wholeNumber(diff.added)} ${minus}${wholeNumber(diff.removed)}`;
  return `${what}, ${counted(diff.files, "file")}, ${lines}`;
}
