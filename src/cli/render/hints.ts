import type { Hint } from "#contracts/error";
import type { Pen } from "#cli/render/pen";
import { cleanText } from "#core/text/clean-text";
import { padEnd, textWidth, widest, wrap } from "#cli/render/width";

const NARROW = 60;

/** The command to type next after the arrow, further ones under it; purposes stand in one column, or below where that has no room. */
export function hintLines(pen: Pen, hints: readonly Hint[]): string[] {
  const { glyphs, paint, screen } = pen;
  const indent = " ".repeat(textWidth(glyphs.text("next")) + 1);
  const explained = hints.filter(({ purpose }) => purpose);
  const column = widest(explained.map(({ command }) => command)) + 3;
  const whole = indent.length + column + widest(explained.map(({ purpose = "" }) => purpose));
  const narrow = screen.fits && (screen.columns < NARROW || whole > screen.columns);
  return hints.flatMap(({ command: typed, purpose }, i) => {
    const command = cleanText(typed);
    const start = `${i === 0 ? `${glyphs.of("next")} ` : indent}${paint.bold(command)}`;
    if (!purpose) return [start];
    const room = screen.columns - indent.length - 2;
    if (narrow) return [start, ...wrap(purpose, room).map((line) => `${indent}  ${paint.dim(line)}`)];
    return [`${start}${padEnd("", column - textWidth(command))}${paint.dim(purpose)}`];
  });
}
