import type { Pen } from "#cli/render/pen";
import { cut, textWidth } from "#cli/render/width";

export interface Column {
  /** Spelled as in the specification. */
  readonly header: string;
  readonly align?: "right";
  /** Longest width of a column that may be cut; the last one is cut at the screen's edge. */
  readonly atMost?: number;
}

/** Paint gets the text as it will stand, cut already. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string };

export interface Row {
  readonly cells: readonly Cell[];
  /** Stands under the last cell. */
  readonly under?: Cell;
}

/** What a cut cell needs to say anything. */
const LEAST_COLUMNS = 4;

/** Dim headers, two spaces between the columns, `-` for nothing; a row is never left out, but a last column that has no room is. */
export function table(pen: Pen, columns: readonly Column[], rows: readonly Row[]): string[] {
  const last = columns.length - 1;
  const widths = columns.slice(0, last).map((column, i) => columnWidth(pen, column, i, rows));
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const end = columns[last];
  if (pen.screen.fits && last > 0 && pen.screen.columns - before < LEAST_COLUMNS) {
    const kept = rows.map(({ cells }) => ({ cells: cells.slice(0, last) }));
    return table(pen, columns.slice(0, last), kept);
  }
  widths.push(
    end?.align === "right" ? columnWidth(pen, end, last, rows) : Math.max(pen.screen.columns - before, 1),
  );

  const line = (cells: readonly Cell[]): string =>
    cells.map((cell, i) => fill(pen, cell, columns[i], widths[i] ?? 0, i === last)).join("  ");
  const header = line(columns.map(({ header }) => ({ text: header, paint: pen.paint.dim })));
  const indent = " ".repeat(before);
  return [
    header,
    ...rows.flatMap(({ cells, under }) =>
      under === undefined
        ? [line(cells)]
        : [line(cells), indent + fill(pen, under, undefined, widths[last] ?? 0, true)],
    ),
  ];
}

/** Columns that the widest of its cells takes, or as many as it may. */
export const columnWidth = (pen: Pen, column: Column, at: number, rows: readonly Row[]): number => {
  let width = textWidth(column.header);
  for (const { cells } of rows) width = Math.max(width, textWidth(textOf(cells[at])));
  return pen.screen.fits ? Math.min(width, column.atMost ?? width) : width;
};

const fill = (pen: Pen, cell: Cell, column: Column | undefined, width: number, isLast: boolean): string => {
  const whole = textOf(cell);
  const text = pen.screen.fits ? cut(whole, width, pen.glyphs.cut) : whole;
  const shown = typeof cell === "string" ? text : cell.paint(text);
  const isRight = column?.align === "right";
  if (isLast && !isRight) return shown;
  const room = " ".repeat(Math.max(width - textWidth(text), 0));
  return isRight ? room + shown : shown + room;
};

const textOf = (cell: Cell | undefined): string => (typeof cell === "string" ? cell : cell?.text) || "-";
