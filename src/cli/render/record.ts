import type { Pen } from "#cli/render/pen";
import { padEnd, textWidth, wrap } from "#cli/render/width";

/** Dim keys, the values in one column; a row without a value is left out, a long value goes on under itself. */
export function record(
  pen: Pen,
  rows: readonly (readonly [key: string, value: string | null])[],
  keyColumns = Math.max(0, ...rows.map(([key]) => textWidth(key))),
): string[] {
  const indent = " ".repeat(keyColumns + 2);
  return rows.flatMap(([key, value]) => {
    if (value === null) return [];
    const lines = pen.screen.fits ? wrap(value, pen.screen.columns - indent.length) : [value];
    const [first = "", ...rest] = lines;
    const gap = padEnd("", keyColumns + 2 - textWidth(key));
    return [`${pen.paint.dim(key)}${gap}${first}`, ...rest.map((line) => indent + line)];
  });
}
