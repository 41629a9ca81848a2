import { wholeNumber } from "#core/text/counted";
import type { GlyphName } from "#cli/render/glyphs";
import type { Pen } from "#cli/render/pen";
import type { Cell } from "#cli/render/table";
import { LOOP_STATE_LABELS, type LoopStateName } from "#contracts/loop-states";
import type { BacklogSummary, DerivedStatus } from "#contracts/schema/status";
import { openWork } from "#core/backlog/open-work";
import type { StatusView } from "#engine/operations/loop/read-status";

/** The glyph of a loop state; its name is the label of contracts, everywhere. */
export const STATE_GLYPHS: Readonly<Record<LoopStateName, GlyphName>> = {
  NOT_INSTALLED: "pending",
  IDLE: "pending",
  RUNNING: "running",
  REVIEWING: "running",
  COMPLETE: "done",
  PAUSED: "paused",
  PAUSED_HUMAN: "asks",
  LIMIT_REACHED: "blocked",
  SLEEPING_LIMIT: "limit",
  PAUSED_USAGE_LIMIT: "limit",
  WEEKLY_LIMIT: "limit",
  ERROR: "failed",
};

/** How a project stands in a head: a run that came to its end is not all there is to say where items have become pending since. */
export function headState({ report, items }: Pick<StatusView, "report" | "items">): HeadState {
  const { loopState } = report;
  const { label } = LOOP_STATE_LABELS[loopState];
  const { ready, knotted } = openWork(items);
  if (loopState === "COMPLETE" && ready > 0)
    return { glyph: "pending", label: `${label}, ${wholeNumber(ready)} pending now` };
  if (loopState === "COMPLETE" && knotted > 0)
    return { glyph: "blocked", label: `${label}, ${wholeNumber(knotted)} can't start` };
  return { glyph: STATE_GLYPHS[loopState], label };
}

export interface HeadState {
  readonly glyph: GlyphName;
  readonly label: string;
}

/** Glyph and label of a loop state in a table; where glyphs say nothing, the label alone. */
export function stateCell({ screen, glyphs }: Pen, state: LoopStateName): Cell {
  const { label } = LOOP_STATE_LABELS[state];
  if (screen.plain) return label;
  const glyph = STATE_GLYPHS[state];
  return { text: `${glyphs.text(glyph)} ${label}`, paint: (text) => glyphs.of(glyph) + text.slice(1) };
}

/** How far a loop is, in a few words: `3 of 9 done` of one that has started, `8 pending, 1 deferred` of an idle one. */
export function progressWords({ loopState, backlogSummary }: DerivedStatus): string {
  const { done, total } = backlogSummary;
  if (loopState !== "IDLE") return `${wholeNumber(done)} of ${wholeNumber(total)} done`;
  const open = [...pendingWords(backlogSummary), ...blockedWords(backlogSummary)];
  if (open.length > 0) return open.join(", ");
  return total === 0 ? "no items yet" : `all ${wholeNumber(total)} done`;
}

/** `1 in progress`, `2 pending`; nothing is said of what there is none of. */
export function pendingWords({ inProgress, pending }: BacklogSummary): string[] {
  return named([
    [inProgress, "in progress"],
    [pending, "pending"],
  ]);
}

/** `1 needs human`, `1 blocked`, `1 deferred`: the three kinds apart. */
export function blockedWords({ blocked, needsHuman = 0, deferred = 0 }: BacklogSummary): string[] {
  return named([
    [needsHuman, "needs human"],
    [blocked - needsHuman - deferred, "blocked"],
    [deferred, "deferred"],
  ]);
}

const named = (counts: readonly (readonly [number, string])[]): string[] =>
  counts.flatMap(([n, words]) => (n > 0 ? [`${wholeNumber(n)} ${words}`] : []));
