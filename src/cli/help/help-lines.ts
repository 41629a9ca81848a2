import type { Pen } from "#cli/render/pen";
import { padEnd, textWidth, widest, wrap } from "#cli/render/width";

/** A name and what it is for; without a name, just a line. */
export interface HelpRow {
  readonly name?: string;
  readonly about: string;
}

export interface HelpBlock {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

const TITLE_COLUMNS = 10;
const NARROW = 60;

/** Titles at the left, names in one column for the whole screen, what they are for in another. */
export function helpBlocks(
  pen: Pen,
  blocks: readonly HelpBlock[],
  nameColumns = widestName(blocks),
): string[] {
  return blocks.flatMap(({ title, rows }) =>
    rows
      .flatMap((row) => rowLines(pen, row, nameColumns))
      .map(
        (line, i) =>
          (i === 0 ? pen.paint.dim(padEnd(title, TITLE_COLUMNS)) : " ".repeat(TITLE_COLUMNS)) + line,
      ),
  );
}

/** The first line of a screen, wrapped where it has to be. */
export function helpSentence({ screen }: Pen, sentence: string): string[] {
  return screen.fits ? wrap(sentence, screen.columns) : [sentence];
}

/** Of the names, with their gap. */
export function widestName(blocks: readonly HelpBlock[]): number {
  return widest(blocks.flatMap(({ rows }) => rows.map(({ name = "" }) => name))) + 2;
}

const rowLines = (pen: Pen, { name, about }: HelpRow, nameColumns: number): string[] => {
  const { screen, paint } = pen;
  const room = screen.columns - TITLE_COLUMNS;
  if (name === undefined) return screen.fits ? wrap(about, room) : [about];
  if (screen.fits && screen.columns < NARROW) {
    return [paint.bold(name), ...wrap(about, room - 2).map((line) => `  ${line}`)];
  }
  const [first = "", ...rest] = screen.fits ? wrap(about, Math.max(room - nameColumns, 20)) : [about];
  const gap = padEnd("", nameColumns - textWidth(name));
  return [`${paint.bold(name)}${gap}${first}`, ...rest.map((line) => " ".repeat(nameColumns) + line)];
};
