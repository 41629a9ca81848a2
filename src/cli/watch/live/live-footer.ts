import { pauseMs } from "#core/loop/circuit-breaker";
import type { Failure, RunFacts, SessionFacts } from "#core/events/run-story";
import { compactNumber } from "#core/text/compact-number";
import { durationWords } from "#core/text/duration-words";
import { clean } from "#cli/render/clean";
import { coarseDuration } from "#cli/render/duration";
import { atRightEdge, itemRow } from "#cli/render/grid/item-row";
import { fitFacts } from "#cli/render/message";
import type { LocalClock } from "#cli/render/moment";
import { counted, wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { cut, textWidth } from "#cli/render/width";
import { TITLE_COLUMN } from "#cli/watch/live/history-rows";
import { limitWords } from "#cli/watch/limit-words";
import { keyLines, stoppingLine, type KeyMode } from "#cli/watch/live/key-lines";
import { nearMoment } from "#cli/watch/near-moment";
import { reviewWords } from "#cli/watch/review-words";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import type { BacklogSummary } from "#contracts/schema/status";

/** All that the footer shows. */
export interface LiveScene {
  readonly facts: Readonly<RunFacts>;
  readonly summary: BacklogSummary;
  /** Of the spinner; it is turned by what the agent prints. */
  readonly turn: number;
  readonly lastOutputMs: number | null;
  readonly keys: KeyMode;
}

const NARROW = 60;
const BAR = { wide: 24, narrow: 10 } as const;
const COMMITTING = "git commits its work, with its hooks";
const INDENT = " ".repeat(TITLE_COLUMN);

/** What is going on now, in four lines as a rule; each fits the width. */
export function liveFooter(pen: Pen, scene: LiveScene, clock: LocalClock, edge: number): string[] {
  const spinner = pen.paint.cyan(pen.glyphs.spinner[scene.turn % pen.glyphs.spinner.length] ?? "");
  if (scene.keys.kind === "stopping") return [stoppingLine(pen, spinner, scene.keys, scene.facts)];
  const nowMs = clock.now();
  return [
    ...nowLines(pen, scene, clock, edge, spinner),
    progressLine(pen, scene, nowMs),
    ...keyLines(pen, scene.keys, scene.facts),
  ];
}

const nowLines = (pen: Pen, scene: LiveScene, clock: LocalClock, edge: number, spinner: string): string[] => {
  const { facts } = scene;
  const nowMs = clock.now();
  if (facts.sleep !== null) return sleepLines(pen, facts, facts.sleep, clock, edge);
  if (facts.reviewing !== null) {
    const took = durationWords(nowMs - facts.reviewing.sinceMs);
    return [edgeLine(pen, spinner, reviewWords(pen, facts.reviewing), took, edge)];
  }
  const { current, session } = facts;
  if (current === null) {
    return [`${spinner} ${facts.ended === null ? "Looking for the next item" : "Finishing"}`];
  }
  const sinceMs = session?.startedMs ?? current.sinceMs;
  const fact = durationWords(nowMs - sinceMs);
  const [id, title] = [clean(current.id), clean(current.title)];
  const [line = ""] = itemRow(pen, { glyph: "running", id, title, fact, bold: true }, edge);
  const room = edge - INDENT.length;
  return [
    spinner + line.slice(pen.glyphs.of("running").length),
    INDENT + fitFacts(doingFacts(scene, nowMs), room, pen.glyphs.dot),
  ];
};

/** What the agent does, as far as it tells; then which attempt this is. */
const doingFacts = ({ facts, lastOutputMs }: LiveScene, nowMs: number): string[] => {
  const { session, failures, current } = facts;
  const known = facts.items.get(current?.id ?? "");
  const attempt =
    known === undefined || known.attempt === 1 ? [] : [`attempt ${known.attempt} of ${known.attempts}`];
  if (session !== null) return [...sessionFacts(session, lastOutputMs, nowMs), ...attempt];
  if (facts.committing) return [COMMITTING, ...attempt];
  const failure = failures.at(-1);
  return failure === undefined
    ? ["the session has ended", ...attempt]
    : [failureWords(failures, failure, nowMs)];
};

const sessionFacts = (session: SessionFacts, lastOutputMs: number | null, nowMs: number): string[] => {
  const tool = session.tools.at(-1);
  const { input, output } = session.tokens;
  const heard = lastOutputMs !== null && lastOutputMs >= session.startedMs ? lastOutputMs : null;
  const silence = heard === null ? "no output yet" : `last output ${durationWords(nowMs - heard)} ago`;
  return [
    ...(tool === undefined ? [] : [`${clean(tool.name)} ${durationWords(nowMs - tool.sinceMs)}`]),
    session.toolCalls === 0 ? silence : counted(session.toolCalls, "tool call"),
    ...(input + output === 0 ? [] : [`${compactNumber(input)} tokens in, ${compactNumber(output)} out`]),
  ];
};

/** The pause before the next session says what ends it. */
const failureWords = (failures: readonly Failure[], failure: Failure, nowMs: number): string => {
  const how = failure.exitCode === null ? "" : ` (exit ${failure.exitCode})`;
  const left = failure.atMs + pauseMs(failures.length) - nowMs;
  return `the agent failed at once${how}${left > 0 ? `; next try in ${durationWords(left + 999)}` : ""}`;
};

const sleepLines = (
  pen: Pen,
  facts: Readonly<RunFacts>,
  sleep: NonNullable<RunFacts["sleep"]>,
  clock: LocalClock,
  edge: number,
): string[] => {
  const { label } = LOOP_STATE_LABELS.SLEEPING_LIMIT;
  const left = durationWords(sleep.untilMs - clock.now());
  const first = facts.current === null ? "" : `; ${clean(facts.current.id)} goes first`;
  const wakes = `wakes at ${nearMoment(sleep.untilMs, clock)}${first}`;
  return [
    edgeLine(pen, pen.glyphs.of("limit"), `${label}  ${limitWords(sleep.reason, facts)}`, left, edge),
    INDENT + cut(wakes, edge - INDENT.length, pen.glyphs.cut),
  ];
};

/** A sign of one column, a text, and what stands at the right edge. */
const edgeLine = (pen: Pen, sign: string, text: string, fact: string, edge: number): string => {
  const shown = cut(text, edge - 2 - textWidth(fact) - 2, pen.glyphs.cut);
  const left = { width: 2 + textWidth(shown), shown: `${sign} ${shown}` };
  return atRightEdge(pen, left, { width: textWidth(fact), shown: fact }, edge);
};

const progressLine = (pen: Pen, { facts, summary }: LiveScene, nowMs: number): string => {
  const { glyphs, paint, screen } = pen;
  const width = screen.columns < NARROW ? BAR.narrow : BAR.wide;
  const { done, total } = summary;
  const full = total === 0 ? 0 : Math.floor((width * done) / total);
  const bar =
    paint.cyan(glyphs.text("barFull").repeat(full)) + paint.dim(glyphs.text("barEmpty").repeat(width - full));
  const blocked = summary.blocked - (summary.deferred ?? 0);
  const shown = [
    `${wholeNumber(done)} of ${wholeNumber(total)} done`,
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    `iteration ${facts.iteration} of ${facts.maxIterations}`,
    coarseDuration(nowMs - (facts.startedMs ?? nowMs)),
  ];
  return `  ${bar}  ${fitFacts(shown, screen.columns - width - 4, glyphs.dot)}`;
};
