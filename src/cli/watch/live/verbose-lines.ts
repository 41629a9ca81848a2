import type { Narration } from "#core/events/narration";
import { clean } from "#cli/render/clean";
import { timeWithSeconds, type LocalClock } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import { padEnd } from "#cli/render/width";

const LABEL_COLUMNS = "session".length;

/** The names of what happens inside a session and what is said of it, in two columns after the time. */
export function verboseLine(
  pen: Pen,
  clock: LocalClock,
  told: Pick<Narration, "at" | "word" | "text" | "fact">,
  gap: string,
): string {
  const [label, value] =
    told.word === "tool" ? [clean(told.text), told.fact ?? ""] : [told.word, clean(told.text)];
  const time = pen.paint.dim(timeWithSeconds(Date.parse(told.at), clock));
  return `${time}${gap}${padEnd(label, LABEL_COLUMNS)}  ${value}`;
}
