import { NEEDS_HUMAN_PARAGRAPH_CHARS, REASON_CHARS } from "#contracts/limits";
import { SIGNALS } from "#contracts/names";
import type { ReviewPayload } from "#contracts/schema/agent-signal";
import { readReviewPayload } from "#core/agents/review-payload";
import { cleanText } from "#core/text/clean-text";

/** What a session's text says at its end (spec: Agent signals). An empty reason: none was given. */
export type Signal = (
  | { readonly kind: "done" }
  | { readonly kind: "blocked"; readonly reason: string }
  | { readonly kind: "needs_human"; readonly reason: string }
  | { readonly kind: "review"; readonly payload: ReviewPayload }
  | { readonly kind: "none" }
) & {
  /** Why a review line that came after it doesn't count. */
  readonly reviewFault?: string;
};

/** Finds the last signal in a session's own text; keeps a few lines of it at most. */
export interface SignalScan {
  /** Whole lines: the end of a block ends its line. */
  text(block: string): void;
  /** The same object until another signal takes its place. */
  signal(): Signal;
}

/** What was known before a line, to go back to when a code fence closes. */
interface Mark {
  readonly signal: Signal;
  /** The end of the paragraph under way, "" between paragraphs. */
  readonly paragraph: string;
  /** The last one that was complete. */
  readonly before: string;
}

/** An opening that may yet be closed: if it is, nothing since counts. */
interface Fence {
  readonly char: string;
  readonly length: number;
  readonly mark: Mark;
}

const NONE: Signal = { kind: "none" };
const FENCE = /^(`{3,}|~{3,})(.*)$/;
/** Longer fences are the same to us; bounds the openings that are remembered. */
const FENCE_LENGTH_MAX = 16;
/** Every signal begins with it. */
const SIGNAL_PREFIX = SIGNALS.done.slice(0, SIGNALS.done.indexOf("_") + 1);

export function createSignalScan(): SignalScan {
  let signal = NONE;
  let paragraph = "";
  let before = "";
  /** Outermost first, as if none of them were ever closed. */
  let open: Fence[] = [];

  const passFence = (fence: FenceLine): void => {
    const closed = fence.closes ? open.findIndex((one) => isClosedBy(one, fence)) : -1;
    const found = open[closed];
    if (found !== undefined) {
      ({ signal, paragraph, before } = found.mark);
      open = open.slice(0, closed);
    } else if (!open.some((one) => isClosedBy(one, fence))) {
      // Whatever closes an inner fence of this kind closes the outer one, too: only that is remembered.
      open.push({ ...fence, mark: { signal, paragraph, before } });
    }
  };

  const line = (raw: string): void => {
    const text = cleanText(raw).trim();
    if (text === "") {
      before = paragraph === "" ? before : paragraph;
      paragraph = "";
      return;
    }
    const fence = readFence(text);
    if (fence !== null) return passFence(fence);
    const found = text.startsWith(SIGNAL_PREFIX) ? readSignal(text, { signal, paragraph, before }) : null;
    if (found === null) paragraph = appendTail(paragraph, text);
    else signal = found;
  };

  return {
    text(block) {
      for (const raw of block.split("\n")) line(raw);
    },
    signal: () => signal,
  };
}

interface FenceLine {
  readonly char: string;
  readonly length: number;
  /** Without a language behind it. */
  readonly closes: boolean;
}

function readFence(text: string): FenceLine | null {
  const first = text.charAt(0);
  const found = first === "`" || first === "~" ? FENCE.exec(text) : null;
  const ticks = found?.[1];
  if (ticks === undefined) return null;
  const char = ticks.charAt(0);
  const info = found?.[2] ?? "";
  if (char === "`" && info.includes("`")) return null;
  return { char, length: Math.min(ticks.length, FENCE_LENGTH_MAX), closes: info === "" };
}

const isClosedBy = (fence: Fence, by: FenceLine): boolean =>
  fence.char === by.char && by.length >= fence.length;

function readSignal(text: string, now: Mark): Signal | null {
  if (text === SIGNALS.done) return { kind: "done" };
  const blocked = reasonAfter(text, SIGNALS.blocked);
  if (blocked !== null) return { kind: "blocked", reason: blocked };
  const question = reasonAfter(text, SIGNALS.needsHuman);
  if (question !== null) {
    return { kind: "needs_human", reason: question === "" ? endOf(now.paragraph || now.before) : question };
  }
  const json = argumentOf(text, SIGNALS.review);
  return json === null ? null : readReview(json, now);
}

/** A review line that can't be used leaves an earlier signal standing, with the fault noted on it. */
function readReview(json: string, now: Mark): Signal {
  const read = readReviewPayload(json);
  if ("payload" in read) return { kind: "review", payload: read.payload };
  return { ...now.signal, reviewFault: read.fault };
}

const reasonAfter = (text: string, word: string): string | null =>
  argumentOf(text, word)?.slice(0, REASON_CHARS).trim() ?? null;

/** What follows the word and its colon, "" for the bare word; null when the line is another one. */
function argumentOf(text: string, word: string): string | null {
  if (text === word) return "";
  return text.startsWith(`${word}:`) ? text.slice(word.length + 1).trim() : null;
}

/** More of a paragraph than is wanted is kept, so that not every line costs a cut. */
const PARAGRAPH_CHARS_HELD = 8 * NEEDS_HUMAN_PARAGRAPH_CHARS;

function appendTail(paragraph: string, text: string): string {
  const joined = paragraph === "" ? text : `${paragraph} ${text}`;
  return joined.length > PARAGRAPH_CHARS_HELD ? joined.slice(-NEEDS_HUMAN_PARAGRAPH_CHARS - 1) : joined;
}

/** The end of a paragraph says what is asked, so the end is kept, from a word on. */
function endOf(paragraph: string): string {
  if (paragraph.length <= NEEDS_HUMAN_PARAGRAPH_CHARS) return paragraph;
  const space = paragraph.indexOf(" ", paragraph.length - NEEDS_HUMAN_PARAGRAPH_CHARS - 1);
  return paragraph.slice(space < 0 ? -NEEDS_HUMAN_PARAGRAPH_CHARS : space + 1);
}
