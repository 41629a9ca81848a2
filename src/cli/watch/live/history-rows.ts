import type { Narration } from "#core/events/narration";
import { clean } from "#cli/render/clean";
import { atRightEdge, itemRow } from "#cli/render/grid/item-row";
import { timeOfDay, type LocalClock } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import { textWidth, wrap } from "#cli/render/width";

/** Before an item's title: glyph and id. */
export const TITLE_COLUMN = 7;

/** What stands in the history of a live view; nothing for what its footer or the summary says. */
export function historyRows(pen: Pen, narration: Narration, clock: LocalClock, edge: number): string[] {
  const told = cleaned(narration);
  switch (told.word) {
    case "start":
      return itemLines(pen, told, clock, edge, true);
    case "done":
    case "retry":
    case "needs-human":
    case "blocked":
    case "deferred":
    case "silent":
      return itemLines(pen, told, clock, edge, false);
    case "wake":
      return [`${pen.glyphs.of("limit")} ${told.text.replace(/^slept/, "Slept")}, for a usage limit`];
    case "review":
      return told.glyph === "running" ? [] : reviewLine(pen, told, edge);
    case "limit":
    case "sleep":
    case "complete":
    case "paused":
    case "error":
    case "session":
    case "tool":
    case "tokens":
    case "exit":
    case "signal":
      return [];
  }
}

const cleaned = (told: Narration): Narration => ({
  ...told,
  id: told.id === null ? null : clean(told.id),
  text: clean(told.text),
  detail: told.detail.map(clean),
});

const itemLines = (pen: Pen, told: Narration, clock: LocalClock, edge: number, bold: boolean): string[] => {
  const end = told.untilMs === null ? "" : `; its time ends at ${timeOfDay(told.untilMs, clock)}`;
  return itemRow(
    pen,
    {
      glyph: told.glyph ?? "running",
      id: told.id ?? "",
      title: `${told.text}${end}`,
      says: told.says,
      under: told.detail,
      bold,
      ...(told.fact !== null && { fact: told.fact }),
      ...(told.hash !== null && { hash: told.hash }),
    },
    edge,
  );
};

const reviewLine = (pen: Pen, told: Narration, edge: number): string[] => {
  const glyph = told.glyph ?? "done";
  const fact = told.fact ?? "";
  const text = `${told.text}${idWords(told.detail)}`;
  const [first = "", ...rest] = wrap(text, edge - 2 - (fact === "" ? 0 : textWidth(fact) + 2));
  const left = {
    width: textWidth(`${pen.glyphs.text(glyph)} ${first}`),
    shown: `${pen.glyphs.of(glyph)} ${first}`,
  };
  const line =
    fact === "" ? left.shown : atRightEdge(pen, left, { width: textWidth(fact), shown: fact }, edge);
  return [line, ...rest.map((more) => `  ${more}`)];
};

/** `, 010 and 011`. */
const idWords = (ids: readonly string[]): string =>
  ids.length === 0 ? "" : `, ${[ids.slice(0, -1).join(", "), ids.at(-1)].filter(Boolean).join(" and ")}`;
