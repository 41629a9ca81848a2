import { commandsUnder, GROUP_SENTENCES } from "#cli/commands/table";
import { helpBlocks, helpSentence } from "#cli/help/help-lines";
import { hintLines } from "#cli/render/hints";
import type { Pen } from "#cli/render/pen";
import { TOOL_NAME } from "#contracts/names";

/** What a group's word alone prints. */
export function groupHelp(pen: Pen, path: readonly string[]): string[] {
  const words = path.join(" ");
  const sentence = GROUP_SENTENCES[words];
  const rows = commandsUnder(path).map((command) => ({
    name: command.path.slice(path.length).join(" "),
    about: command.summary,
  }));
  const place = commandsUnder(path).some(({ args }) => args.includes("[path]")) ? " [path]" : "";
  return [
    ...(sentence === undefined ? [] : [...helpSentence(pen, sentence), ""]),
    ...helpBlocks(pen, [
      { title: "Usage", rows: [{ about: `${TOOL_NAME} ${words} <command>${place} [options]` }] },
    ]),
    "",
    ...helpBlocks(pen, [{ title: "Commands", rows }]),
    "",
    ...hintLines(pen, [{ command: `${TOOL_NAME} help ${words} <command>`, purpose: "options and examples" }]),
  ];
}
