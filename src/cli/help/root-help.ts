import { GLOBAL_OPTIONS } from "#cli/commands/shared-options";
import { commandAt, commandsUnder, SECTIONS } from "#cli/commands/table";
import { helpBlocks, helpSentence, widestName, type HelpBlock, type HelpRow } from "#cli/help/help-lines";
import { optionRow } from "#cli/help/command-help";
import { hintLines } from "#cli/render/hints";
import type { Pen } from "#cli/render/pen";
import { textWidth } from "#cli/render/width";
import { TOOL_NAME } from "#contracts/names";

/** What the tool does, in the words of its first screen. */
export const TOOL_SENTENCE = "Works through a backlog with a coding agent, one commit per item.";

const RIGHT_EDGE = 80;
const BEFORE_NAMES = 10;

/** `tool --help`: every command there is. */
export function rootHelp(pen: Pen): string[] {
  const options: HelpBlock = { title: "Options", rows: GLOBAL_OPTIONS.map(optionRow) };
  const names = SECTIONS.map(({ title, words }) => ({
    title,
    rows: words.map(({ word }) => ({ name: word, about: "" })),
  }));
  const columns = widestName([...names, options]);
  const sections = SECTIONS.map(({ title, words }) => ({
    title,
    rows: words.map((word) => wordRow(pen, word, columns)),
  }));
  return [
    ...helpSentence(pen, TOOL_SENTENCE),
    "",
    ...helpBlocks(pen, [{ title: "Usage", rows: [{ about: `${TOOL_NAME} <command> [path] [options]` }] }]),
    "",
    ...helpBlocks(pen, sections, columns),
    "",
    ...helpBlocks(pen, [options], columns),
    "",
    ...hintLines(pen, [{ command: `${TOOL_NAME} help <command>`, purpose: "options and examples" }]),
  ];
}

/** A command with its summary, a group with its commands as far as they fit one line. */
const wordRow = (
  pen: Pen,
  { word, about }: { readonly word: string; readonly about?: string },
  columns: number,
): HelpRow => {
  const command = commandAt([word]);
  if (command) return { name: word, about: command.summary };
  const verbs = [...new Set(commandsUnder([word]).map(({ path }) => path[1] ?? ""))];
  const start = about === undefined ? "" : `${about}: `;
  const room = RIGHT_EDGE - BEFORE_NAMES - columns - textWidth(start);
  return { name: word, about: start + fitWords(verbs, room, pen.glyphs.cut) };
};

const fitWords = (words: readonly string[], columns: number, mark: string): string => {
  for (let n = words.length; n > 0; n -= 1) {
    const line = [...words.slice(0, n), ...(n < words.length ? [mark] : [])].join(" ");
    if (textWidth(line) <= columns) return line;
  }
  return mark;
};
