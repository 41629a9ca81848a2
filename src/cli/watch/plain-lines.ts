import type { Narration } from "#core/events/narration";
import type { RunFacts } from "#core/events/run-story";
import { clean } from "#cli/render/clean";
import { timeOfDay, timeWithSeconds, zoneName, type LocalClock } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import { padEnd, wrap } from "#cli/render/width";
import { limitWords } from "#cli/watch/limit-words";

const WORD_COLUMNS = "needs-human".length;
/** Of an id as they are made; a longer one moves its sentence. */
const ID_COLUMNS = 3;

export interface PlainLine {
  readonly atMs: number;
  readonly word: string;
  readonly id: string | null;
  readonly text: string;
}

/** Time, word, id, sentence: one line, but for a dumb terminal, which has a width. */
export function plainLine(pen: Pen, clock: LocalClock, { atMs, word, id, text }: PlainLine): string[] {
  const start = `${timeWithSeconds(atMs, clock)}  ${padEnd(word, WORD_COLUMNS)}  `;
  const ids = id === null ? "" : `${padEnd(id, ID_COLUMNS)}  `;
  if (!pen.screen.fits) return [`${start}${ids}${text}`];
  const [first = "", ...rest] = wrap(text, pen.screen.columns - start.length - ids.length);
  const indent = " ".repeat(start.length + ids.length);
  return [`${start}${ids}${first}`, ...rest.map((line) => indent + line)];
}

/** What a run tells where nothing can be redrawn; the end of the run has a line of its own. */
export function plainNarration(
  pen: Pen,
  clock: LocalClock,
  told: Narration,
  facts: Readonly<RunFacts>,
): string[] {
  const text = sentenceOf(told, clock, facts);
  if (text === null) return [];
  const id = told.id === null ? null : clean(told.id);
  return plainLine(pen, clock, { atMs: Date.parse(told.at), word: told.word, id, text: clean(text) });
}

const sentenceOf = (told: Narration, clock: LocalClock, facts: Readonly<RunFacts>): string | null => {
  switch (told.word) {
    case "limit":
    case "complete":
    case "paused":
    case "error":
      return null;
    case "needs-human":
    case "blocked":
      return told.detail[0] ?? told.text;
    case "sleep": {
      const until = told.untilMs ?? 0;
      return `until ${timeWithSeconds(until, clock)} ${zoneName(clock.zoneOffset(until))}: ${limitWords(told.text, facts)}`;
    }
    case "silent":
      return told.untilMs === null
        ? told.text
        : `${told.text}; its time ends at ${timeOfDay(told.untilMs, clock)}`;
    case "review": {
      const ids = told.detail.length === 0 ? "" : `: ${told.detail.join(", ")}`;
      return [`${withoutWord(told)}${ids}`, told.fact].filter(Boolean).join(", ");
    }
    case "tool":
      return `${told.text} ${told.fact ?? ""}`;
    case "start":
    case "done":
    case "retry":
    case "deferred":
    case "wake":
    case "session":
    case "tokens":
    case "exit":
    case "signal":
      return [withoutWord(told), told.fact, told.hash].filter(Boolean).join(", ");
  }
};

/** `deferred: no signal …` after the word "deferred" would say it twice. */
const withoutWord = ({ word, text }: Narration): string =>
  text.toLowerCase().startsWith(`${word}: `) ? text.slice(word.length + 2) : text;
