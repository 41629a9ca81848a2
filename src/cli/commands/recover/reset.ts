import { firstUsable, openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { treeWords } from "#cli/commands/recover/tree-words";
import { headLine } from "#cli/render/message";
import { hintLines } from "#cli/render/hints";
import { counted } from "#core/text/counted";
import { record, type RecordRow } from "#cli/render/record";
import { EXIT } from "#contracts/exit-codes";
import { FILES } from "#contracts/names";
import { afterReset, type AfterReset } from "#engine/operations/loop/after-reset";
import { readStatus } from "#engine/operations/loop/read-status";
import { resetLoop, type ResetOutcome } from "#engine/operations/loop/reset-loop";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context);
  const outcome = await resetLoop(ports, paths);
  if (context.json) context.data(outcome.report);
  if (!mended(outcome)) {
    context.say([`Nothing to reset in ${name}: no run was interrupted.`]);
    return EXIT.ok;
  }
  const { pen } = context;
  const { pending } = (await readStatus(ports, paths)).report.backlogSummary;
  const { unfinishedItem = null } = outcome.report;
  const left = await afterReset(ports, paths, outcome.plan, unfinishedItem, pending > 0);
  const hints = hintLines(pen, firstUsable(context, left.hints));
  context.say([
    headLine(pen, { glyph: "done", head: `Reset ${name}` }),
    "",
    ...record(pen, resetRows(outcome, left)),
    ...(hints.length === 0 ? [] : ["", ...hints]),
  ]);
  return EXIT.ok;
}

const mended = ({ report, plan }: ResetOutcome): boolean =>
  report.lockCleared ||
  report.stateCleared ||
  plan.promoted.length + report.requeued.length + report.stalledReset > 0;

/** What was mended, an item a line where the reason differs; nothing is said of what there was none of. */
function resetRows({ report, plan, deadPid }: ResetOutcome, left: AfterReset): RecordRow[] {
  const cleared = [
    ...(deadPid === null ? [] : [`the stale lock of process ${deadPid}`]),
    ...(deadPid === null && report.lockCleared ? ["a stale lock that can't be read"] : []),
    ...(report.stateCleared ? [FILES.state] : []),
  ];
  return [
    [
      "recovered",
      plan.promoted.map(({ id, commit }) => `${id}        its commit ${commit.slice(0, 7)} was there: done`),
    ],
    ["requeued", report.requeued.map((id) => `${id}        was deferred: pending`)],
    ["blocked", blockedRow(report.keptBlocked.map(({ id }) => id))],
    [
      "stalled",
      report.stalledReset === 0
        ? null
        : `${counted(report.stalledReset, "item").padEnd(11)}was in progress: pending`,
    ],
    ["cleared", cleared.length === 0 ? null : cleared.join(", ")],
    ["work tree", report.treeClean ? "clean" : treeWords(left)],
  ];
}

/** Why each is blocked, `backlog show` says: it may be the agent's word, a commit that failed, a history that was rewritten. */
const blockedRow = (ids: readonly string[]): string | null =>
  ids.length === 0
    ? null
    : `${ids.join(", ").padEnd(11)}${
        ids.length === 1
          ? "stays blocked; unblock it once it can be done"
          : "stay blocked; unblock them once they can be done"
      }`;
