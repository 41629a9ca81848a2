import { itemState } from "#cli/commands/backlog/item-state";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { counted, wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { columnWidth, table, type Cell, type Column, type Row } from "#cli/render/table";
import { cut } from "#cli/render/width";
import { durationWords } from "#core/text/duration-words";
import type { ItemList, ListedItem } from "#engine/operations/backlog/list-items";

const NARROW = 60;
/** From here on reasons have a column of their own. */
const WIDE = 100;
/** Of a wide screen's room behind the other columns; the rest is for the reasons. */
const TITLE_SHARE = 0.55;

/** A list that has items: rows on the grid where it is narrow, a table elsewhere, the bare columns in a pipe. */
export function listScreen(pen: Pen, list: ItemList, name: string, nowMs: number): string[] {
  const { screen } = pen;
  if (screen.plain) return table(pen, COLUMNS, list.ordered.map(plainRow));
  const head = [headLine(pen, { head: clean(list.project) || name, facts: countFacts(list) }), ""];
  if (screen.columns < NARROW)
    return [...head, ...list.ordered.flatMap((listed) => narrowLines(pen, listed, nowMs))];
  if (screen.columns < WIDE)
    return [
      ...head,
      ...table(
        pen,
        COLUMNS,
        list.ordered.map((listed) => tallRow(pen, listed, nowMs)),
      ),
    ];
  return [...head, ...wideTable(pen, list.ordered, nowMs)];
}

const COLUMNS: readonly Column[] = [
  { header: "ID" },
  { header: "Type" },
  { header: "Pri", align: "right" },
  { header: "Status" },
  { header: "Title" },
];

const countFacts = ({ summary }: ItemList): string[] => [
  counted(summary.total, "item"),
  ...(
    [
      [summary.done, "done"],
      [summary.blocked, "blocked"],
      [summary.inProgress, "in progress"],
      [summary.pending, "pending"],
    ] as const
  ).flatMap(([n, words]) => (n > 0 ? [`${wholeNumber(n)} ${words}`] : [])),
];

const plainRow = ({ item }: ListedItem): Row => ({
  cells: [clean(item.id), item.type, String(item.priority), item.status, clean(item.title)],
});

const tallRow = (pen: Pen, listed: ListedItem, nowMs: number): Row => {
  const reason = reasonOf(listed, nowMs, "under");
  const row = { cells: cellsOf(pen, listed) };
  return reason === "" ? row : { ...row, under: { text: reason, paint: pen.paint.dim } };
};

const wideTable = (pen: Pen, listed: readonly ListedItem[], nowMs: number): string[] => {
  const rows = listed.map((one) => ({
    cells: [...cellsOf(pen, one), { text: reasonOf(one, nowMs, "column") || " ", paint: pen.paint.dim }],
  }));
  const before = COLUMNS.slice(0, -1).reduce(
    (sum, column, i) => sum + 2 + columnWidth(pen, column, i, rows),
    0,
  );
  const titleColumns = Math.floor((pen.screen.columns - before - 2) * TITLE_SHARE);
  const columns = [
    ...COLUMNS.slice(0, -1),
    { header: "Title", atMost: titleColumns },
    { header: "Waiting for" },
  ];
  return table(pen, columns, rows);
};

const cellsOf = (pen: Pen, { item }: ListedItem): readonly Cell[] => {
  const { glyph, words } = itemState(item);
  const status = `${pen.glyphs.text(glyph)} ${words}`;
  return [
    clean(item.id),
    item.type,
    String(item.priority),
    { text: status, paint: (text) => pen.glyphs.of(glyph) + text.slice(1) },
    item.status === "in_progress" ? { text: clean(item.title), paint: pen.paint.bold } : clean(item.title),
  ];
};

const narrowLines = (pen: Pen, listed: ListedItem, nowMs: number): string[] => {
  const { item } = listed;
  const { columns } = pen.screen;
  const { glyph } = itemState(item);
  const start = `${clean(item.id)} P${item.priority}  `;
  const indent = 2 + start.length;
  const line = `${pen.glyphs.of(glyph)} ${start}${cut(clean(item.title), columns - indent, pen.glyphs.cut)}`;
  const reason = item.status === "blocked" ? reasonOf(listed, nowMs, "under") : "";
  if (reason === "") return [line];
  return [line, " ".repeat(indent) + pen.paint.dim(cut(reason, columns - indent, pen.glyphs.cut))];
};

/** Why it doesn't run; of the running one, in a column of its own, since when. */
const reasonOf = (
  { item, waiting, runningSince }: ListedItem,
  nowMs: number,
  where: "under" | "column",
): string => {
  if (item.status === "blocked") return clean(item.blockedReason ?? "");
  if (waiting?.kind === "after") return `after ${waiting.ids.map(clean).join(", ")}`;
  if (waiting?.kind === "blockedBy") return `after ${clean(waiting.id)}, which is blocked`;
  if (where === "under" || runningSince === null) return "";
  return `running ${durationWords(nowMs - Date.parse(runningSince))}`;
};
