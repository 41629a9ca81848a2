import { openFolder, firstUsable } from "#cli/commands/open-project";
import { headState, progressWords } from "#cli/commands/watch/state-words";
import { statusOffers } from "#cli/commands/watch/status-offers";
import type { CommandContext } from "#cli/context";
import { helpSentence } from "#cli/help/help-lines";
import { TOOL_SENTENCE } from "#cli/help/root-help";
import { usableHints } from "#cli/commands/usable-hints";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { fitFacts } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import { textWidth } from "#cli/render/width";
import type { Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { readStatus, type StatusView } from "#engine/operations/loop/read-status";

/** The binary's name alone: where this folder stands, and what to do next. */
export async function run(context: CommandContext): Promise<number> {
  const { host, pen } = context;
  const { ports, paths } = await openFolder(context);
  const view = await readStatus(ports, paths);
  const installed = view.report.loopState !== "NOT_INSTALLED";
  if (context.json) {
    context.data({
      version: host.version,
      project: installed ? view.name : null,
      status: installed ? view.report : null,
    });
  }
  const next = installed ? stepsFrom(context, view) : FIRST_STEPS;
  context.say([
    ...titleLines(pen, host.version),
    "",
    installed ? placeLine(pen, view) : "This folder is not set up yet.",
    "",
    ...hintLines(pen, usableHints(next, context.place)),
  ]);
  return EXIT.ok;
}

const titleLines = (pen: Pen, version: string): string[] => {
  const name = `${TOOL_NAME} ${version}`;
  const line = `${pen.paint.bold(name)}  ${TOOL_SENTENCE}`;
  if (!pen.screen.fits || textWidth(`${name}  ${TOOL_SENTENCE}`) <= pen.screen.columns) return [line];
  return [pen.paint.bold(name), ...helpSentence(pen, TOOL_SENTENCE)];
};

const FIRST_STEPS: readonly Hint[] = [
  { command: `${TOOL_NAME} install`, purpose: "set up this repository" },
  { command: `${TOOL_NAME} init my-app`, purpose: "start a new project" },
];

const stepsFrom = (context: CommandContext, view: StatusView): readonly Hint[] => [
  ...firstUsable(context, ...statusOffers(view)).map((hint) => ({ purpose: purposeOf(hint), ...hint })),
  { command: `${TOOL_NAME} backlog list`, purpose: "see the items" },
  { command: `${TOOL_NAME} --help`, purpose: "all commands" },
];

/** Of what the status screen offers without a word. */
const purposeOf = ({ command }: Hint): string => {
  if (command.includes(" --answer ")) return "answer, and go on";
  if (command.startsWith(`${TOOL_NAME} resume`)) return "go on";
  return command.startsWith(`${TOOL_NAME} loop run`) ? "start the loop" : "check what the loop needs";
};

const placeLine = (pen: Pen, view: StatusView): string => {
  const { glyph, label } = headState(view);
  const shownName = clean(view.name);
  const room = pen.screen.fits ? pen.screen.columns - textWidth(shownName) - 4 : Infinity;
  const facts = fitFacts([label, progressWords(view.report)], room, pen.glyphs.dot);
  return `${pen.paint.bold(shownName)}  ${pen.glyphs.of(glyph)} ${facts}`;
};
