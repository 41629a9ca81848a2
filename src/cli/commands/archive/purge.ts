import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { planPurge, purgeArchive, type ArchivePurge } from "#engine/operations/archive/purge-archive";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const month = context.options.text("month");
  if (!context.options.flag("yes")) throw unconfirmed(await planPurge(ports, paths, { month }), month);
  const purge = await purgeArchive(ports, paths, { month });
  if (context.json) context.data(purge.result);
  const head = `Purged ${monthsWords(purge)}`;
  context.say([
    isEmpty(purge)
      ? nothingWords(month)
      : headLine(context.pen, { glyph: "done", head, facts: contentWords(purge) }),
  ]);
  if (purge.dependents.length > 0) context.warn({ sentence: dependsWords(purge.dependents) });
  return EXIT.ok;
}

const unconfirmed = (purge: ArchivePurge, month: string | null): ToolError => {
  const only = month === null ? "" : ` --month ${month}`;
  if (isEmpty(purge)) {
    return new ToolError("USAGE", `"${TOOL_NAME} backlog archive purge" needs --yes.`, {
      reason: nothingWords(month),
    });
  }
  const contents = contentWords(purge).join(" and ");
  const waiting = purge.dependents.length === 0 ? "" : `\n${dependsWords(purge.dependents)}`;
  return new ToolError("USAGE", `This would delete ${monthsWords(purge)}, and needs --yes.`, {
    details: { ...purge.result, dependents: purge.dependents },
    reason: `${contents} would be gone for good.${waiting}`,
    hints: [{ command: `${TOOL_NAME} backlog archive purge${only} --yes` }],
  });
};

const isEmpty = ({ result, otherFiles }: ArchivePurge): boolean =>
  result.purgedMonths.length + otherFiles === 0;

const monthsWords = ({ result }: ArchivePurge): string => counted(result.purgedMonths.length, "month");

const contentWords = ({ result, otherFiles }: ArchivePurge): string[] => [
  counted(result.purgedCount, "item"),
  ...(otherFiles > 0 ? [counted(otherFiles, "file of earlier runs", "files of earlier runs")] : []),
];

const nothingWords = (month: string | null): string =>
  month === null ? "The archive is empty." : `The archive has no items of ${month}.`;

const dependsWords = (ids: readonly string[]): string =>
  `${ids.map(clean).join(", ")} ${ids.length === 1 ? "depends" : "depend"} on what is deleted there.`;
