import { compactNumber } from "#core/text/compact-number";
import { durationWords } from "#core/text/duration-words";
import { usableHints } from "#cli/commands/usable-hints";
import { itemState } from "#cli/commands/backlog/item-state";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { atRightEdge, itemRow, rightEdge, type ItemRow } from "#cli/render/grid/item-row";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import type { LocalClock } from "#cli/render/moment";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { record, type RecordRow } from "#cli/render/record";
import { cut, textWidth, wrap } from "#cli/render/width";
import type { EndedRun } from "#cli/watch/end/ended-run";
import { endOffers } from "#cli/watch/end/end-offers";
import {
  askedItem,
  commitsOf,
  endHead,
  endReasons,
  genuineBlocks,
  isAsking,
  isDeferred,
  waitingFact,
} from "#cli/watch/end/end-words";
import { TITLE_COLUMN } from "#cli/watch/live/history-rows";
import { nothingRan, nothingToDo } from "#cli/watch/end/nothing-to-do";
import type { BacklogItem } from "#contracts/schema/backlog-item";

const DONE_ROWS = 10;
const SHORT_HASH = 7;
const KEY_COLUMNS = "Commits".length;
const QUOTE_INDENT = 4;

/** What a run came to: what is done, what needs a person, what it took, and what to type next. */
export function runSummary(
  context: CommandContext,
  pen: Pen,
  run: EndedRun,
  again: readonly string[] = [],
): string[] {
  const clock = context.host;
  const hints = usableHints(endOffers(run, again, clock), context.place);
  if (nothingRan(run)) return nothingToDo(pen, run, hints);
  const done = doneRows(run);
  const left = leftRows(run);
  const edge = rightEdge(pen, [...done, ...left]);
  return sections([
    [...headLines(pen, run, edge), ...reasonLines(pen, run, clock, edge)],
    shownDone(pen, done, edge),
    left.flatMap((row) => itemRow(pen, row, edge)),
    record(pen, effortRows(pen, run), KEY_COLUMNS),
    hintLines(pen, hints),
  ]);
}

const sections = (parts: readonly (readonly string[])[]): string[] =>
  parts.filter((part) => part.length > 0).flatMap((part, i) => (i === 0 ? part : ["", ...part]));

const headLines = (pen: Pen, run: EndedRun, edge: number): string[] => {
  const { glyph, label, facts } = endHead(run);
  const took = durationWords(run.durationMs);
  const screen = { ...pen.screen, columns: edge - textWidth(took) - 2 };
  const shown = headLine({ ...pen, screen }, { glyph, head: label, facts });
  return [
    atRightEdge(pen, { width: textWidth(shown), shown }, { width: textWidth(took), shown: took }, edge),
  ];
};

const reasonLines = (pen: Pen, run: EndedRun, clock: LocalClock, edge: number): string[] =>
  endReasons(run, clock).flatMap((reason) => {
    if (!pen.screen.fits) return [`  ${reason}`];
    if (!reason.startsWith(" ")) return wrap(reason, edge - 2).map((line) => `  ${line}`);
    const quoted = cut(reason.trim(), pen.screen.columns - QUOTE_INDENT, pen.glyphs.cut);
    return [" ".repeat(QUOTE_INDENT) + quoted];
  });

const doneRows = ({ facts }: EndedRun): readonly ItemRow[] =>
  [...facts.items].flatMap(([id, { title, workedMs, done }]): ItemRow[] => {
    if (done === null) return [];
    const hash = done.commit === null ? {} : { hash: done.commit.slice(0, SHORT_HASH) };
    return [{ glyph: "done", id: clean(id), title: clean(title), fact: durationWords(workedMs), ...hash }];
  });

const shownDone = (pen: Pen, rows: readonly ItemRow[], edge: number): string[] => {
  const more = rows.length - DONE_ROWS;
  return [
    ...rows.slice(0, DONE_ROWS).flatMap((row) => itemRow(pen, row, edge)),
    ...(more > 0 ? [`${" ".repeat(TITLE_COLUMN)}${pen.glyphs.cut} and ${more} more`] : []),
  ];
};

/** What is left, in the order in which it asks for a person; of a run that stopped early only what that run blocked. */
const leftRows = (run: EndedRun): readonly ItemRow[] => {
  const { items, status, facts } = run;
  const complete = status === "complete";
  const asked = status === "paused_human" ? askedItem(run)?.id : undefined;
  const told = complete && genuineBlocks(run.summary) === 0 ? isDeferred : () => false;
  const shown = (item: BacklogItem): boolean =>
    item.id !== asked && !told(item) && (complete || facts.items.has(item.id));
  const blocked = items.filter((item) => item.status === "blocked" && shown(item));
  const kinds = [
    blocked.filter(isAsking),
    blocked.filter((item) => !isAsking(item) && !isDeferred(item)),
    blocked.filter(isDeferred),
    complete ? items.filter((item) => item.status === "pending" || item.status === "in_progress") : [],
  ];
  return kinds.flat().map((item) => leftRow(run, item));
};

const leftRow = ({ waiting }: EndedRun, item: BacklogItem): ItemRow => {
  const { glyph, words } = itemState(item);
  const row = { glyph, id: clean(item.id), title: clean(item.title) };
  const reason = clean(item.blockedReason ?? "");
  if (item.status === "blocked") return { ...row, fact: words, under: reason === "" ? [] : [reason] };
  return { ...row, fact: waitingFact(waiting(item)) };
};

const effortRows = (pen: Pen, run: EndedRun): RecordRow[] => {
  const { facts } = run;
  const commits = commitsOf(run);
  const on = facts.branch === null ? "" : ` on ${clean(facts.branch)}`;
  const since = facts.baseline === null ? "" : ` since ${facts.baseline.slice(0, SHORT_HASH)}`;
  const { input, output } = facts.tokens;
  const effort = [
    counted(facts.sessions, "session") +
      (facts.retries === 0 ? "" : `, ${counted(facts.retries, "retry", "retries")}`),
    ...(input + output === 0 ? [] : [`${compactNumber(input)} tokens in, ${compactNumber(output)} out`]),
  ];
  return [
    ["Commits", commits === 0 ? null : `${commits}${on}${since}`],
    ["Effort", facts.sessions === 0 ? null : effort.join(pen.glyphs.dot)],
    ["Slept", facts.sleptMs === 0 ? null : `${durationWords(facts.sleptMs)}, for a usage limit`],
  ];
};
