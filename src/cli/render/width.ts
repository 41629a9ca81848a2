import { eastAsianWidth } from "get-east-asian-width";

/** Letters, signs and our own glyphs of which each takes one column: by far the most texts, without looking closer. */
const ONE_EACH =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0559\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc\u2713\u2717\u2800-\u28ff]*$/;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;
const INVISIBLE =
  /^[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\p{Nonspacing_Mark}\p{Enclosing_Mark}]*$/u;
const SPACING_MARKS = /\p{Spacing_Mark}/gu;
const FLAG = /^\p{Regional_Indicator}{2}/u;
const EMOJI_STYLE = "\ufe0f";

let segmenter: Intl.Segmenter | undefined;

/** Columns that the text takes on a terminal; CJK and emoji count 2, colours nothing. Cheap to load: every command does. */
export function textWidth(text: string): number {
  if (ONE_EACH.test(text)) return text.length;
  const bare = text.includes("\u001b") ? text.replace(COLOURS, "") : text;
  if (ONE_EACH.test(bare)) return bare.length;
  return graphemes(bare).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** Columns that the widest of the texts takes, however many they are; 0 of none. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, textWidth(text)), 0);
}

const graphemeWidth = (grapheme: string): number => {
  if (ONE_EACH.test(grapheme)) return grapheme.length;
  if (INVISIBLE.test(grapheme)) return 0;
  if (grapheme.includes(EMOJI_STYLE) || FLAG.test(grapheme)) return 2;
  const marks = grapheme.slice(1).match(SPACING_MARKS)?.length ?? 0;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0) + marks;
};

/** The text, or as many of its graphemes as leave room for the mark of the cut. Unpainted text only. */
export function cut(text: string, columns: number, mark: string): string {
  if (text.length <= reach(columns) && textWidth(text) <= columns) return text;
  const room = columns - textWidth(mark);
  if (room <= 0) return mark.slice(0, Math.max(columns, 0));
  return `${take(graphemes(text, columns), room).trimEnd()}${mark}`;
}

/** As cut, but the start goes: the end of a path says more. */
export function cutStart(text: string, columns: number, mark: string): string {
  if (textWidth(text) <= columns) return text;
  const room = Math.max(columns - textWidth(mark), 0);
  const kept = take(graphemes(text).reverse(), room, (end, next) => next + end);
  const slash = kept.indexOf("/");
  return `${mark}${slash > 0 ? kept.slice(slash) : kept}`;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - textWidth(text), 0));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(columns - textWidth(text), 0)) + text;
}

/** The text in lines of at most so many columns, broken at spaces; a word that is no URL is broken where it doesn't fit a line. */
export function wrap(
  text: string,
  columns: number,
  limit?: { readonly lines: number; readonly mark: string },
): string[] {
  if (textWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/).flatMap((word) => fitWord(word, columns))) {
    if (line === "") line = word;
    else if (textWidth(line) + 1 + textWidth(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
    if (limit && lines.length > limit.lines) break;
  }
  if (line !== "" || lines.length === 0) lines.push(line);
  if (!limit || lines.length <= limit.lines) return lines;
  const last = lines[limit.lines - 1] ?? "";
  const room = columns - textWidth(limit.mark);
  return [...lines.slice(0, limit.lines - 1), `${take(graphemes(last), room).trimEnd()}${limit.mark}`];
}

const fitWord = (word: string, columns: number): string[] => {
  if (textWidth(word) <= columns || word.includes("://")) return [word];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const grapheme of graphemes(word)) {
    const width = graphemeWidth(grapheme);
    if (used + width > columns && part !== "") {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += grapheme;
    used += width;
  }
  return [...parts, part];
};

/** No text of more characters fits so many columns, short of absurd stacks of accents. */
const reach = (columns: number): number => columns * 16 + 64;

/** Graphemes of the text, of a long one only as much as so many columns can hold. */
const graphemes = (text: string, columns?: number): string[] => {
  const near = columns === undefined ? text : text.slice(0, reach(columns));
  if (ONE_EACH.test(near)) return near.split("");
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(near), ({ segment }) => segment);
};

const take = (
  graphemes: readonly string[],
  columns: number,
  join = (taken: string, next: string): string => taken + next,
): string => {
  let taken = "";
  let used = 0;
  for (const grapheme of graphemes) {
    used += graphemeWidth(grapheme);
    if (used > columns) break;
    taken = join(taken, grapheme);
  }
  return taken;
};
