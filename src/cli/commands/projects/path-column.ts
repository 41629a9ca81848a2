import type { Pen } from "#cli/render/pen";
import type { Cell, Column, Row } from "#cli/render/table";
import { cutStart, textWidth } from "#cli/render/width";

/** Rows whose last cell is a path: where there is no room it loses its start, since its end says more. */
export function withFittingPaths(pen: Pen, columns: readonly Column[], rows: readonly Row[]): readonly Row[] {
  if (!pen.screen.fits) return rows;
  const last = columns.length - 1;
  let before = 0;
  for (let at = 0; at < last; at += 1) {
    let width = textWidth(columns[at]?.header ?? "");
    for (const { cells } of rows) width = Math.max(width, textWidth(textOf(cells[at])));
    before += width + 2;
  }
  const room = Math.max(pen.screen.columns - before, 1);
  return rows.map(({ cells }) => ({
    cells: [...cells.slice(0, last), cutStart(textOf(cells[last]), room, pen.glyphs.cut)],
  }));
}

const textOf = (cell: Cell | undefined): string => (typeof cell === "string" ? cell : cell?.text) || "-";
