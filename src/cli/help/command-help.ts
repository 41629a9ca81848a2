import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { helpBlocks, helpSentence, type HelpBlock, type HelpRow } from "#cli/help/help-lines";
import type { Pen } from "#cli/render/pen";
import { TOOL_NAME } from "#contracts/names";

const EXITS_A_LINE = 3;

/** `tool help loop run`: everything about one command, derived from the table. */
export function commandHelp(pen: Pen, command: CommandSpec): string[] {
  const options = optionBlocks(command);
  return [
    ...helpSentence(pen, command.sentence),
    "",
    ...helpBlocks(pen, [{ title: "Usage", rows: [{ about: usageOf(command) }] }]),
    "",
    ...helpBlocks(pen, [{ title: "Examples", rows: command.examples.map((about) => ({ about })) }]),
    "",
    ...(options.length > 0 ? [...helpBlocks(pen, options), ""] : []),
    ...helpBlocks(pen, [{ title: "Exits", rows: exitRows(pen, command) }]),
  ];
}

/** `tool backlog show [path] [id] [options]`. */
export function usageOf({ path, args, options }: CommandSpec): string {
  return [TOOL_NAME, ...path, ...args, ...(options.length > 0 ? ["[options]"] : [])].join(" ");
}

export function optionRow({ flags, about }: OptionSpec): HelpRow {
  return { name: flags, about };
}

/** In the order in which the groups first appear. */
const optionBlocks = ({ options }: CommandSpec): readonly HelpBlock[] => {
  const listed = options.filter(({ unlisted }) => !unlisted);
  const titles = [...new Set(listed.map(({ group }) => group))];
  return titles.map((title) => ({
    title,
    rows: listed.filter(({ group }) => group === title).map(optionRow),
  }));
};

const exitRows = (pen: Pen, { exits }: CommandSpec): readonly HelpRow[] => {
  const facts = Object.entries(exits).map(([code, meaning]) => `${code} ${meaning}`);
  const lines: HelpRow[] = [];
  for (let i = 0; i < facts.length; i += EXITS_A_LINE) {
    lines.push({ about: facts.slice(i, i + EXITS_A_LINE).join(pen.glyphs.dot) });
  }
  return lines;
};
