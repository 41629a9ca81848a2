import type { Hint } from "#contracts/error";
import type { Pen } from "#cli/render/pen";
import { cleanText } from "#core/text/clean-text";
import { padEnd, textWidth } from "#cli/render/width";

const NARROW = 60;

/** The command to type next after the arrow, further ones under it; purposes stand in one column, or below when it is narrow. */
export function hintLines(pen: Pen, hints: readonly Hint[]): string[] {
  const { glyphs, paint, screen } = pen;
  const indent = " ".repeat(textWidth(glyphs.text("next")) + 1);
  const narrow = screen.fits && screen.columns < NARROW;
  const column =
    Math.max(0, ...hints.filter((hint) => hint.purpose).map(({ command }) => textWidth(command))) + 3;
  return hints.flatMap(({ command: typed, purpose }, i) => {
    const command = cleanText(typed);
    const start = `${i === 0 ? `${glyphs.of("next")} ` : indent}${paint.bold(command)}`;
    if (!purpose) return [start];
    if (narrow) return [start, `${indent}  ${paint.dim(purpose)}`];
    return [`${start}${padEnd("", column - textWidth(command))}${paint.dim(purpose)}`];
  });
}
