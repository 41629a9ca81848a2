import { shellWord } from "#core/text/shell-word";
import { itemState } from "#cli/commands/backlog/item-state";
import { answerOffers, firstUsable } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine, message } from "#cli/render/message";
import { waitingFor } from "#core/backlog/waiting-for";
import { doneWords } from "#cli/watch/end/nothing-to-do";
import { foldLine } from "#core/text/fold-line";
import { TOOL_NAME } from "#contracts/names";
import { goOnWith } from "#engine/loop/tree/guard-tree";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Resumed } from "#engine/operations/loop/resume-loop";

/** What was put back to work, and what stays. */
export function resumedLines({ pen }: CommandContext, resumed: Resumed): string[] {
  const { reconciled, answered, left } = resumed;
  const row = (glyph: "done" | "blocked", id: string, fact: string): string =>
    headLine(pen, { glyph, head: id, facts: [fact] });
  return [
    ...reconciled.recovered.map((id) => row("done", id, "recovered: its commit was there")),
    ...answered.map((id) => row("done", id, "answered, pending")),
    ...reconciled.requeued.map((id) => row("done", id, "was deferred, pending")),
    ...reconciled.keptBlocked.map(({ id, reason }) =>
      row(
        "blocked",
        id,
        `stays blocked${id === left?.id ? ", its work goes into a stash" : ""}: ${foldLine(clean(reason))}`,
      ),
    ),
  ];
}

/** Why there is nothing to go on with, item by item. */
export function nothingLines(context: CommandContext, { backlog, left: work }: Resumed): string[] {
  const { pen } = context;
  const left = backlog.items.filter((item) => item.status !== "done");
  if (left.length === 0) {
    return [headLine(pen, { glyph: "done", head: `Nothing to resume: ${doneWords(backlog.items.length)}` })];
  }
  const waits = waitingFor(backlog.items, new Set());
  const why = (item: BacklogItem): string => {
    if (item.status === "blocked") return foldLine(clean(item.blockedReason ?? "blocked"));
    const waiting = waits(item);
    if (waiting === null) return "pending";
    return waiting.kind === "after" ? `after ${waiting.ids.join(", ")}` : `after ${waiting.id}`;
  };
  const asks = left.find((item) => item.status === "blocked" && item.needsHuman === true);
  const blocked = left.find((item) => item.status === "blocked");
  const once = "once it can be done";
  const unblock =
    blocked === undefined
      ? []
      : [{ command: `${TOOL_NAME} backlog unblock ${shellWord(blocked.id)}`, purpose: once }];
  const goOn = work === null ? unblock : goOnWith(work, "");
  return [
    ...message(pen, {
      head: leftHead(left.length),
      why: work === null ? [] : [`The tree holds the unfinished work of ${clean(work.id)}.`],
    }),
    "",
    ...left.map((item) =>
      headLine(pen, {
        glyph: itemState(item).glyph,
        head: item.id,
        facts: [why(item)],
      }),
    ),
    ...hintLines(pen, firstUsable(context, ...(asks === undefined ? [] : answerOffers(asks.id)), goOn)),
  ];
}

const leftHead = (left: number): string =>
  left === 1
    ? "Nothing to resume: 1 item is left and can't start."
    : `Nothing to resume: ${left} items are left and none can start.`;
