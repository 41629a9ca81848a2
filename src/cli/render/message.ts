import type { ErrorCode, Hint } from "#contracts/error";
import type { GlyphName } from "#cli/render/glyphs";
import { clean, cleanLines } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import type { Pen } from "#cli/render/pen";
import { cut, textWidth, wrap } from "#cli/render/width";

export interface Head {
  readonly glyph?: GlyphName;
  /** The one bold part. */
  readonly head: string;
  /** Somebody's words beside it; cut where there is no room. */
  readonly title?: string;
  /** Joined by dots; dropped whole, from the end, where there is no room. */
  readonly facts?: readonly string[];
}

export interface Message extends Head {
  /** Whole sentences, indented. */
  readonly why?: readonly string[];
  readonly hints?: readonly Hint[];
}

export interface Trouble {
  readonly sentence: string;
  /** Lines of whole sentences; a line that starts with a space is quoted as it is. */
  readonly reason?: string;
  readonly hints?: readonly Hint[];
}

const INDENT = "  ";
/** Of another program's words. */
const QUOTED_LINES = 5;

/** What happened, why, and what to type next. */
export function message(pen: Pen, { why = [], hints = [], ...head }: Message): string[] {
  return [headLine(pen, head), ...why.flatMap((line) => whyLines(pen, line)), ...hintLines(pen, hints)];
}

/** One line: glyph, bold head, title, facts. */
export function headLine(pen: Pen, { glyph, head, title, facts = [] }: Head): string {
  const { glyphs, paint, screen } = pen;
  const start = glyph ? `${glyphs.text(glyph)} ${head}` : head;
  const painted = glyph ? `${glyphs.of(glyph)} ${paint.bold(head)}` : paint.bold(head);
  const columns = screen.fits ? screen.columns : Infinity;
  const used = textWidth(start) + (title ? 2 + textWidth(title) : 0);
  const fitting = fitFacts(facts, columns - used - 2, glyphs.dot);
  const shownTitle = title && cut(title, Math.max(columns - textWidth(start) - 2, 1), glyphs.cut);
  return [painted, shownTitle, fitting].filter(Boolean).join("  ");
}

/** As many whole facts as fit, from the first on. */
export function fitFacts(facts: readonly string[], columns: number, dot: string): string {
  for (let n = facts.length; n > 0; n -= 1) {
    const joined = facts.slice(0, n).join(dot);
    if (textWidth(joined) <= columns) return joined;
  }
  return "";
}

/** `error[CODE]: Sentence.`, the reason, the arrow; for stderr. */
export function errorLines(pen: Pen, code: ErrorCode, trouble: Trouble): string[] {
  return troubleLines(pen, { word: "error", painted: pen.paint.red("error"), tag: `[${code}]` }, trouble);
}

/** As an error, but the command went through; for stderr. */
export function warningLines(pen: Pen, trouble: Trouble): string[] {
  return troubleLines(pen, { word: "warning", painted: pen.paint.yellow("warning"), tag: "" }, trouble);
}

const troubleLines = (
  pen: Pen,
  kind: { readonly word: string; readonly painted: string; readonly tag: string },
  { sentence, reason = "", hints = [] }: Trouble,
): string[] => {
  const start = `${kind.word}${kind.tag}: `;
  const [first = "", ...rest] = hangingLines(pen, start + clean(sentence));
  return [
    `${kind.painted}${kind.tag}: ${pen.paint.bold(first.slice(start.length))}`,
    ...rest.map((line) => INDENT + pen.paint.bold(line)),
    ...reasonLines(pen, reason),
    ...hintLines(pen, hints),
  ];
};

const reasonLines = (pen: Pen, reason: string): string[] => {
  let quoted = 0;
  return cleanLines(reason).flatMap((line) => {
    if (line.trim() === "") return [];
    if (!line.startsWith(" ")) return whyLines(pen, line);
    quoted += 1;
    return quoted > QUOTED_LINES ? [] : [`${INDENT}${INDENT}${quote(pen, line.trim())}`];
  });
};

const quote = (pen: Pen, line: string): string =>
  pen.screen.fits ? cut(line, pen.screen.columns - 4, pen.glyphs.cut) : line;

const whyLines = (pen: Pen, text: string): string[] => fitLines(pen, text).map((line) => `${INDENT}${line}`);

/** The first line has the whole width, the others hang under it. */
const hangingLines = (pen: Pen, text: string): string[] => {
  if (!pen.screen.fits) return [text];
  const [first = ""] = wrap(text, pen.screen.columns);
  const rest = text.slice(first.length).trimStart();
  return rest === "" ? [first] : [first, ...fitLines(pen, rest)];
};

const fitLines = (pen: Pen, text: string): string[] =>
  pen.screen.fits ? wrap(text, pen.screen.columns - INDENT.length) : [text];
