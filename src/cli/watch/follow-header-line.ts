import type { FollowHeader } from "#core/events/follow-header";
import { durationWords } from "#core/text/duration-words";
import { clean } from "#cli/render/clean";
import type { GlyphName } from "#cli/render/glyphs";
import { headLine } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import { cut, textWidth } from "#cli/render/width";

const GLYPHS: Readonly<Record<FollowHeader["label"], GlyphName>> = {
  healthy: "running",
  blocked: "blocked",
  "needs-human": "asks",
  paused: "paused",
  sleeping: "limit",
  complete: "done",
};
/** Of a shorter title nothing can be read. */
const LEAST_TITLE = 12;

/** The sticky line: label, counts, the current item; only the item's title gives way. */
export function followHeaderLine(pen: Pen, header: FollowHeader, nowMs: number): string {
  const { label, current } = header;
  if (!pen.screen.redraw) return `${label}: ${factsOf(header, titleOf(current), nowMs).join(", ")}`;
  const head = { glyph: GLYPHS[label], head: label };
  const bare = textWidth(`x ${label}  ${factsOf(header, "", nowMs).join(pen.glyphs.dot)}${pen.glyphs.dot}`);
  const room = pen.screen.columns - bare;
  const title = room < LEAST_TITLE ? "" : cut(titleOf(current), room, pen.glyphs.cut);
  return headLine(pen, { ...head, facts: factsOf(header, title, nowMs) });
}

const titleOf = (current: FollowHeader["current"]): string =>
  current === null ? "" : clean(`${current.id} ${current.title}`);

const factsOf = ({ done, blocked, wakesAtMs }: FollowHeader, title: string, nowMs: number): string[] => [
  `${done} done`,
  ...(blocked === 0 ? [] : [`${blocked} blocked`]),
  ...(title === "" ? [] : [title]),
  ...(wakesAtMs === null ? [] : [`wakes in ${durationWords(wakesAtMs - nowMs)}`]),
];
