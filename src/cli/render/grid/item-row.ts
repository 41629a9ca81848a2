import type { GlyphName } from "#cli/render/glyphs";
import type { Pen } from "#cli/render/pen";
import { cut, padEnd, textWidth, wrap } from "#cli/render/width";

export interface ItemRow {
  readonly glyph: GlyphName;
  readonly id: string;
  /** A title is cut, a sentence wraps: three lines at most. */
  readonly title: string;
  readonly says?: "title" | "sentence";
  /** At the right edge: `2m 14s`, `needs human`. */
  readonly fact?: string;
  /** Dim, behind the fact; left out below 60 columns. */
  readonly hash?: string;
  /** Sentences that belong to the item, under its title. */
  readonly under?: readonly string[];
  /** The running item. */
  readonly bold?: boolean;
}

const EDGE = 80;
const WIDEST_EDGE = 100;
const NARROW = 60;
/** A reason may be long: `backlog show` has it all. */
const SENTENCE_LINES = 3;

/** The item's line, and what belongs to it under its title. */
export function itemRow(pen: Pen, row: ItemRow, edge = rightEdge(pen, [row])): string[] {
  const { glyphs, paint, screen } = pen;
  const start = `${glyphs.of(row.glyph)} ${row.bold ? paint.bold(row.id) : row.id}  `;
  const indent = " ".repeat(startWidth(row));
  const facts = factsOf(pen, row);
  const room = edge - indent.length - (facts.width > 0 ? facts.width + 2 : 0);
  const [first = "", ...rest] =
    row.says === "sentence" && screen.fits
      ? wrap(row.title, room, { lines: SENTENCE_LINES, mark: glyphs.cut })
      : [screen.fits ? cut(row.title, room, glyphs.cut) : row.title];
  const title = row.bold ? paint.bold(first) : first;
  const gap = screen.fits ? padEnd("", room - textWidth(first)) : "";
  return [
    facts.width > 0 ? `${start}${title}${gap}  ${facts.shown}` : `${start}${title}`,
    ...rest.map((line) => indent + line),
    ...(row.under ?? [])
      .flatMap((sentence) => underLines(pen, sentence, edge - indent.length))
      .map((l) => indent + l),
  ];
}

/** Column 80, up to 100 where the longest title needs it, never beyond the terminal. */
export function rightEdge(pen: Pen, rows: readonly ItemRow[]): number {
  const needed = Math.max(
    0,
    ...rows.filter(({ says }) => says !== "sentence").map((row) => rowWidth(pen, row)),
  );
  return Math.min(pen.screen.columns, Math.max(EDGE, Math.min(needed, WIDEST_EDGE)));
}

/** The text at the right edge of a line whose left part is known. */
export function atRightEdge(
  pen: Pen,
  left: { readonly width: number; readonly shown: string },
  right: { readonly width: number; readonly shown: string },
  edge = Math.min(pen.screen.columns, EDGE),
): string {
  if (!pen.screen.fits) return `${left.shown}  ${right.shown}`;
  return `${left.shown}${padEnd("", Math.max(edge - left.width - right.width, 2))}${right.shown}`;
}

const startWidth = ({ id }: ItemRow): number => 2 + textWidth(id) + 2;

const rowWidth = (pen: Pen, row: ItemRow): number => {
  const { width } = factsOf(pen, row);
  return startWidth(row) + textWidth(row.title) + (width > 0 ? width + 2 : 0);
};

const factsOf = (pen: Pen, { fact, hash }: ItemRow): { readonly width: number; readonly shown: string } => {
  const shownHash = pen.screen.columns < NARROW && pen.screen.fits ? undefined : hash;
  const parts = [fact, shownHash].filter((part) => part !== undefined);
  return {
    width: textWidth(parts.join("  ")),
    shown: [fact, shownHash && pen.paint.dim(shownHash)].filter(Boolean).join("  "),
  };
};

const underLines = (pen: Pen, sentence: string, columns: number): string[] =>
  pen.screen.fits ? wrap(sentence, columns, { lines: SENTENCE_LINES, mark: pen.glyphs.cut }) : [sentence];
