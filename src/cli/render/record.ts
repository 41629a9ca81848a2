import type { Pen } from "#cli/render/pen";
import { padEnd, textWidth, widest, wrap } from "#cli/render/width";

/** A list stands with one entry a line. */
export type RecordRow = readonly [key: string, value: string | readonly string[] | null];

/** Dim keys, the values in one column; a row without a value is left out, a long value goes on under itself. */
export function record(
  pen: Pen,
  rows: readonly RecordRow[],
  keyColumns = widest(rows.filter(hasValue).map(([key]) => key)),
): string[] {
  const indent = " ".repeat(keyColumns + 2);
  return rows.filter(hasValue).flatMap(([key, value]) => {
    const entries = typeof value === "string" ? [value] : (value ?? []);
    const lines = entries.flatMap((entry) =>
      pen.screen.fits ? wrap(entry, pen.screen.columns - indent.length) : [entry],
    );
    const [first = "", ...rest] = lines;
    const gap = padEnd("", keyColumns + 2 - textWidth(key));
    return [`${pen.paint.dim(key)}${gap}${first}`, ...rest.map((line) => indent + line)];
  });
}

const hasValue = ([, value]: RecordRow): boolean => value !== null && value.length > 0;
