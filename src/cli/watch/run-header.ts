import { summarize } from "#core/backlog/summarize";
import type { RunFacts } from "#core/events/run-story";
import { clean } from "#cli/render/clean";
import { fitFacts, headLine } from "#cli/render/message";
import { moment, type LocalClock } from "#cli/render/moment";
import { counted, wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { blockedWords } from "#cli/commands/watch/state-words";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** What a run is about to do, known before its first item. */
export interface RunOutline {
  readonly name: string;
  readonly items: readonly BacklogItem[];
  readonly timeoutMinutes: number;
  readonly maxRetries: number;
}

/** Two lines over the history: where it works, and how. */
export function runHeader(pen: Pen, outline: RunOutline, facts: Readonly<RunFacts>): string[] {
  const where = whereFacts(outline, facts);
  const how = howFacts(outline, facts);
  if (pen.screen.redraw) {
    const columns = pen.screen.columns;
    return [headLine(pen, { head: outline.name, facts: where }), fitFacts(how, columns, pen.glyphs.dot)];
  }
  return [`${outline.name}: ${where.join(", ")}`, how.join(", ")];
}

/** One line over a run that is followed. */
export function followHeaderLines(
  pen: Pen,
  name: string,
  facts: Readonly<RunFacts>,
  clock: LocalClock,
): string[] {
  const since = facts.startedMs === null ? [] : [`run of ${moment(facts.startedMs, clock)}`];
  const shown = [...since, ...agentFacts(facts), `budget ${facts.maxIterations}`];
  if (pen.screen.redraw) return [headLine(pen, { head: name, facts: shown })];
  return [`${name}: ${shown.join(", ")}`];
}

const whereFacts = ({ items }: RunOutline, { branch }: Readonly<RunFacts>): string[] => {
  const summary = summarize(items);
  return [
    ...(branch === null ? [] : [`branch ${clean(branch)}`]),
    counted(summary.total, "item"),
    `${wholeNumber(summary.pending + summary.inProgress)} to do`,
    ...blockedWords(summary),
  ];
};

const howFacts = (outline: RunOutline, facts: Readonly<RunFacts>): string[] => [
  ...agentFacts(facts),
  `budget ${facts.maxIterations}${facts.budgetSource === null ? "" : ` (${facts.budgetSource})`}`,
  `${outline.timeoutMinutes} min a session`,
  outline.maxRetries === 0 ? "no retries" : counted(outline.maxRetries, "retry", "retries"),
];

const agentFacts = ({ provider, model }: Readonly<RunFacts>): string[] =>
  [provider, model].flatMap((fact) => (fact === null ? [] : [clean(fact)]));
