import { firstUsable, openProject } from "#cli/commands/open-project";
import { treeWords } from "#cli/commands/recover/tree-words";
import type { CommandContext } from "#cli/context";
import { message } from "#cli/render/message";
import { counted, wholeNumber } from "#core/text/counted";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { FILES, TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { readStatus } from "#engine/operations/loop/read-status";
import {
  resetBacklog,
  type BacklogReset,
  type BacklogResetInput,
} from "#engine/operations/backlog/reset-backlog";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const { options } = context;
  const input = {
    clear: options.flag("clear"),
    keepProgress: options.flag("keep-progress"),
    keepLog: options.flag("keep-log"),
  };
  if (!options.flag("yes")) throw await unconfirmed(ports, paths, input);
  const reset = await resetBacklog(ports, paths, input);
  if (context.json) context.data(reportOf(reset));
  const { left } = reset;
  const why = reset.archivedFiles.map((path) => `Kept as ${path}.`);
  if (left !== undefined) why.push(`The work tree is ${treeWords(left)}.`);
  const facts = [countWords(reset)].filter(Boolean);
  const hints = firstUsable(context, left?.hints ?? []);
  context.say(message(context.pen, { glyph: "done", head: "Reset the backlog", facts, why, hints }));
  return EXIT.ok;
}

const reportOf = ({ sweep, left, ...rest }: BacklogReset): Record<string, unknown> => ({
  ...sweep,
  ...rest,
  ...(typeof left?.item === "string" && { unfinishedItem: left.item }),
});

const countWords = ({ sweep, requeued, recovered, removed }: BacklogReset): string =>
  [
    [sweep.archivedCount, "archived"],
    [recovered.length, "recovered"],
    [requeued.length, "requeued"],
    [removed.length, "removed"],
  ]
    .flatMap(([n, words]) => (typeof n === "number" && n > 0 ? [`${wholeNumber(n)} ${words}`] : []))
    .join(", ");

/** The plan that --yes confirms. */
const unconfirmed = async (
  ports: Ports,
  paths: BacklogPaths,
  input: BacklogResetInput,
): Promise<ToolError> => {
  const { done, inProgress, total } = (await readStatus(ports, paths)).report.backlogSummary;
  const flags = [
    ...(input.clear ? ["--clear"] : []),
    ...(input.keepProgress ? ["--keep-progress"] : []),
    ...(input.keepLog ? ["--keep-log"] : []),
  ];
  const rest = total - done;
  const files = [...(input.keepProgress ? [] : [FILES.progress]), ...(input.keepLog ? [] : [FILES.log])];
  const sentences = [
    done > 0 && `${counted(done, "done item")} would go to the archive.`,
    !input.clear && inProgress > 0 && `${counted(inProgress, "item")} in progress would be pending.`,
    input.clear && rest > 0 && `${counted(rest, "other item")} would be removed.`,
    input.clear &&
      files.length > 0 &&
      `${files.join(" and ")} would start anew, the old kept in the archive.`,
    "Nothing was written.",
  ];
  return new ToolError("USAGE", "This would reset the backlog, and needs --yes.", {
    details: { done, inProgress, total },
    reason: sentences.filter(Boolean).join(" "),
    hints: [{ command: [TOOL_NAME, "backlog reset", ...flags, "--yes"].join(" ") }],
  });
};
