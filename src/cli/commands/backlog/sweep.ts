import { openProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { wrap } from "#cli/render/width";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { planBacklogSweep, sweepBacklog, type BacklogSweep } from "#engine/operations/archive/sweep-backlog";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const { options } = context;
  const request = { minAgeDays: options.number("min-age-days") };
  if (options.flag("dry-run")) {
    const sweep = await planBacklogSweep(ports, paths, request);
    if (context.json) context.data(sweep.plan.result);
    context.say(planLines(context, sweep));
    return EXIT.ok;
  }
  if (!options.flag("yes")) throw unconfirmed(context, await planBacklogSweep(ports, paths, request));
  const sweep = await sweepBacklog(ports, paths, request);
  const { result } = sweep.plan;
  if (context.json) context.data(result);
  const head = `Archived ${counted(result.archivedCount, "item")}`;
  context.say([
    result.archivedCount === 0
      ? nothingWords(sweep)
      : headLine(context.pen, { glyph: "done", head, facts: result.archivedMonths }),
  ]);
  if (sweep.unsettled !== null) warnUnsettled(context, sweep.unsettled);
  return EXIT.ok;
}

const planLines = (context: CommandContext, sweep: BacklogSweep): string[] => {
  const { pen, place } = context;
  const { plan } = sweep;
  const { archivedCount } = plan.result;
  if (archivedCount === 0) return [nothingWords(sweep)];
  const going = `${counted(archivedCount, "done item")} would go to the archive: ${monthsWords(sweep)}.`;
  const stay = plan.keep.length;
  const lines = [
    going,
    `${counted(stay, "item")} ${stay === 1 ? "stays" : "stay"}. Nothing was written.`,
  ].flatMap((line) => (pen.screen.fits ? wrap(line, pen.screen.columns) : [line]));
  return [...lines, ...hintLines(pen, usableHints([confirmation(context)], place))];
};

const unconfirmed = (context: CommandContext, sweep: BacklogSweep): ToolError => {
  const { archivedCount } = sweep.plan.result;
  if (archivedCount === 0) {
    return new ToolError("USAGE", `"${TOOL_NAME} backlog sweep" needs --yes.`, {
      reason: nothingWords(sweep),
    });
  }
  const what = counted(archivedCount, "done item");
  return new ToolError("USAGE", `This would archive ${what}, and needs --yes.`, {
    details: { ...sweep.plan.result },
    reason: `${monthsWords(sweep)}. Nothing was written.`,
    hints: [confirmation(context)],
  });
};

const confirmation = ({ options }: CommandContext): Hint => {
  const days = options.text("min-age-days");
  return { command: `${TOOL_NAME} backlog sweep${days === null ? "" : ` --min-age-days ${days}`} --yes` };
};

const monthsWords = ({ plan }: BacklogSweep): string =>
  [...plan.byMonth]
    .map(([month, items]) => `${items.map(({ id }) => clean(id)).join(", ")} to ${month}`)
    .join("; ");

const nothingWords = ({ minAgeDays }: BacklogSweep): string =>
  minAgeDays === 0
    ? "Nothing to archive: no item is done."
    : `Nothing to archive: no item has been done for ${minAgeDays === 1 ? "a day" : `${minAgeDays} days`}.`;

const warnUnsettled = (context: CommandContext, id: string): void =>
  context.warn({
    sentence: `${clean(id)} stays: the run that finished it was interrupted.`,
    hints: usableHints([{ command: `${TOOL_NAME} reset`, purpose: "mend that first" }], context.place),
  });
