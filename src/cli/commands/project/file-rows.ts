import { clean } from "#cli/render/clean";
import type { Pen } from "#cli/render/pen";
import { cut, padEnd, textWidth, widest } from "#cli/render/width";

/** What happens to a file, or to several of the same kind. */
export interface FileRow {
  readonly word: string;
  readonly file: string;
  readonly detail: string;
  /** Draws the eye. */
  readonly marked?: boolean;
}

const GAP = 2;
/** Below this a detail stands under its file. */
const NARROW = 60;

/** Words, files and details, each in a column of their own; a detail is cut where there is no room for it, a file never. */
export function fileRows(pen: Pen, rows: readonly FileRow[], fileColumns: number): string[] {
  const { screen, paint, glyphs } = pen;
  const wordColumns = widest(rows.map(({ word }) => word)) + GAP;
  const indent = " ".repeat(GAP + wordColumns);
  return rows.flatMap(({ word, file, detail, marked }) => {
    const shown = marked === true ? paint.yellow(word) : word;
    const name = clean(file);
    const start = `${" ".repeat(GAP)}${shown}${padEnd("", wordColumns - textWidth(word))}`;
    const below = screen.fits && screen.columns < NARROW;
    const column = below ? 0 : Math.max(textWidth(name) + GAP, fileColumns);
    const room = screen.columns - indent.length - column;
    const words = screen.fits ? cut(clean(detail), room, glyphs.cut) : clean(detail);
    if (words === "") return [start + name];
    if (below) return [start + name, indent + paint.dim(words)];
    return [`${start}${padEnd(name, column)}${paint.dim(words)}`];
  });
}

/** Files in as many lines as they need; the word stands before the first. */
export function fillRows(pen: Pen, word: string, files: readonly string[], wordColumns: number): string[] {
  const room = pen.screen.fits ? pen.screen.columns - GAP - wordColumns : Infinity;
  const lines: string[] = [];
  for (const file of files.map(clean)) {
    const longer = `${lines.at(-1) ?? ""}${" ".repeat(GAP)}${file}`;
    if (lines.length > 0 && textWidth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(file);
  }
  return lines.map((line, i) => `${" ".repeat(GAP)}${padEnd(i === 0 ? word : "", wordColumns)}${line}`);
}
