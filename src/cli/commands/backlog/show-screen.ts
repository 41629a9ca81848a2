import { itemState } from "#cli/commands/backlog/item-state";
import { clean, cleanLines } from "#cli/render/clean";
import { fitFacts } from "#cli/render/message";
import { ago, type LocalClock } from "#cli/render/moment";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { record } from "#cli/render/record";
import { padEnd, textWidth, wrap } from "#cli/render/width";
import { isDefaultCriterion } from "#core/backlog/default-criterion";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Dependency, ShownItem } from "#engine/operations/backlog/show-item";

const EDGE = 80;
const WIDEST_EDGE = 100;

/** Everything about an item; nothing is cut. */
export function showScreen(pen: Pen, { item, dependencies, verify }: ShownItem, clock: LocalClock): string[] {
  const edge = edgeOf(pen, item);
  const sections = [
    section(pen, blockTitle(item), paragraphs(pen, item.blockedReason ?? "", edge)),
    section(pen, "Answer", paragraphs(pen, item.humanAnswer ?? "", edge)),
    section(pen, "Description", paragraphs(pen, item.description, edge)),
    section(pen, "Acceptance criteria", criteriaLines(pen, item, verify, edge)),
    recordLines(pen, item, dependencies),
  ];
  return [
    ...headLines(pen, item, edge),
    fitFacts(factsOf(item, clock), pen.screen.fits ? pen.screen.columns : Infinity, pen.glyphs.dot),
    ...sections.flatMap((lines) => (lines.length === 0 ? [] : ["", ...lines])),
  ];
}

const stateOf = (pen: Pen, item: BacklogItem): { readonly width: number; readonly shown: string } => {
  const { glyph, words } = itemState(item);
  return { width: 2 + textWidth(words), shown: `${pen.glyphs.of(glyph)} ${words}` };
};

const edgeOf = (pen: Pen, item: BacklogItem): number => {
  if (!pen.screen.fits) return Infinity;
  const needed = textWidth(`${clean(item.id)}  ${clean(item.title)}`) + 2 + stateOf(pen, item).width;
  return Math.min(pen.screen.columns, Math.max(EDGE, Math.min(needed, WIDEST_EDGE)));
};

const headLines = (pen: Pen, item: BacklogItem, edge: number): string[] => {
  const id = clean(item.id);
  const state = stateOf(pen, item);
  const indent = textWidth(id) + 2;
  if (edge === Infinity) return [`${id}  ${clean(item.title)}  ${state.shown}`];
  const room = edge - indent - state.width - 2;
  const [first = "", ...rest] = wrap(clean(item.title), room);
  const gap = padEnd("", room - textWidth(first) + 2);
  return [
    `${pen.paint.bold(`${id}  ${first}`)}${gap}${state.shown}`,
    ...rest.map((line) => " ".repeat(indent) + pen.paint.bold(line)),
  ];
};

const factsOf = (item: BacklogItem, clock: LocalClock): string[] => [
  item.type,
  `priority ${item.priority}`,
  ...(item.completedAt === null ? [] : [`done ${ago(Date.parse(item.completedAt), clock)}`]),
  ...(item.source === undefined ? [] : [`source ${item.source}`]),
  ...(item.provider === undefined ? [] : [`agent ${clean(item.provider)}`]),
  ...(item.model === undefined ? [] : [`model ${clean(item.model)}`]),
  ...(item.estimatedIterations === undefined
    ? []
    : [`about ${counted(item.estimatedIterations, "iteration")}`]),
];

const blockTitle = (item: BacklogItem): string => {
  if (item.needsHuman === true) return "Asks";
  return item.deferred === true ? "Deferred" : "Blocked";
};

const section = (pen: Pen, title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [pen.paint.dim(title), ...lines.map((line) => `  ${line}`)];

const paragraphs = (pen: Pen, text: string, edge: number): string[] => {
  if (text.trim() === "") return [];
  return cleanLines(text.trim()).flatMap((line) => (pen.screen.fits ? wrap(line, edge - 2) : [line]));
};

/** Nobody has written it: it was set when none was given. */
const AUTO = "auto";

const criteriaLines = (pen: Pen, item: BacklogItem, verify: string | null, edge: number): string[] =>
  item.acceptanceCriteria.flatMap((criterion, i) => {
    const start = `${i + 1}. `;
    const text = clean(criterion);
    const isAuto = isDefaultCriterion(criterion, verify);
    const badge = isAuto ? `  ${pen.paint.dim(AUTO)}` : "";
    const room = edge - 2 - start.length - (isAuto ? AUTO.length + 2 : 0);
    const lines = pen.screen.fits ? wrap(text, room) : [text];
    return lines.map((line, at) => {
      const last = at === lines.length - 1 ? badge : "";
      return `${at === 0 ? start : " ".repeat(start.length)}${line}${last}`;
    });
  });

const recordLines = (pen: Pen, item: BacklogItem, dependencies: readonly Dependency[]): string[] =>
  record(pen, [
    ["Depends on", dependencies.map((dependency) => dependencyWords(pen, dependency))],
    ["Read", item.specReferences?.map(clean).join(", ") || null],
    ["Notes", item.notes === undefined ? [] : cleanLines(item.notes.trim())],
    ["Split up", delegationWords(item)],
  ]);

const dependencyWords = (pen: Pen, { id, title, item }: Dependency): string => {
  const glyph = item === null ? "failed" : item === "archived" ? "done" : itemState(item).glyph;
  return `${pen.glyphs.of(glyph)} ${clean(id)} ${title === null ? "does not exist" : clean(title)}`;
};

const delegationWords = ({ agentDelegation }: BacklogItem): string[] => {
  if (agentDelegation === undefined) return [];
  const { recommendedConcurrency, strategy, subtasks = [] } = agentDelegation;
  return [
    ...(recommendedConcurrency === undefined ? [] : [`${recommendedConcurrency} at once`]),
    ...(strategy === undefined ? [] : [clean(strategy)]),
    ...subtasks.map(clean),
  ];
};
