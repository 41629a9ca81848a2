import { NEEDS_HUMAN_PARAGRAPH_CHARS, REASON_CHARS } from "#contracts/limits";
import { SIGNALS } from "#contracts/names";
import type { ReviewPayload } from "#contracts/schema/agent-signal";
import { readReviewPayload } from "#core/agents/review-payload";
import { cleanText } from "#core/text/clean-text";

/** What a session's text says at its end (spec: Agent signals). An empty reason: none was given. */
export type Signal =
  | { readonly kind: "done" }
  | { readonly kind: "blocked"; readonly reason: string }
  | { readonly kind: "needs_human"; readonly reason: string }
  | { readonly kind: "review"; readonly payload: ReviewPayload }
  /** `reviewFault`: why a review line that was there doesn't count. */
  | { readonly kind: "none"; readonly reviewFault?: string };

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
  let now: Mark = { signal: NONE, paragraph: "", before: "" };
  /** Outermost first, as if none of them were ever closed. */
  let open: Fence[] = [];

  const line = (raw: string): void => {
    const text = cleanText(raw).trim();
    if (text === "") {
      if (now.paragraph !== "") now = { ...now, paragraph: "", before: now.paragraph };
      return;
    }
    const fence = readFence(text);
    if (fence !== null) {
      const closed = fence.closes ? open.findIndex((one) => isClosedBy(one, fence)) : -1;
      if (closed >= 0) {
        now = open[closed]?.mark ?? now;
        open = open.slice(0, closed);
      } else if (!open.some((one) => isClosedBy(one, fence))) {
        open.push({ char: fence.char, length: fence.length, mark: now });
      }
      return;
    }
    const signal = text.startsWith(SIGNAL_PREFIX) ? readSignal(text, now) : null;
    now = signal === null ? { ...now, paragraph: appendTail(now.paragraph, text) } : { ...now, signal };
  };

  return {
    text(block) {
      for (const raw of block.split("\n")) line(raw);
    },
    signal: () => now.signal,
  };
}

function readFence(text: string): { char: string; length: number; closes: boolean } | null {
  const found = FENCE.exec(text);
  const ticks = found?.[1];
  if (ticks === undefined) return null;
  const char = ticks.charAt(0);
  const info = found?.[2] ?? "";
  if (char === "`" && info.includes("`")) return null;
  return { char, length: Math.min(ticks.length, FENCE_LENGTH_MAX), closes: info === "" };
}

const isClosedBy = (fence: Fence, by: { char: string; length: number }): boolean =>
  fence.char === by.char && by.length >= fence.length;

function readSignal(text: string, now: Mark): Signal | null {
  if (text === SIGNALS.done) return { kind: "done" };
  const blocked = reasonAfter(text, SIGNALS.blocked);
  if (blocked !== null) return { kind: "blocked", reason: blocked };
  const question = reasonAfter(text, SIGNALS.needsHuman);
  if (question !== null) {
    return { kind: "needs_human", reason: question === "" ? now.paragraph || now.before : question };
  }
  const json = argumentOf(text, SIGNALS.review);
  return json === null ? null : readReview(json, now);
}

/** A review line that can't be used leaves an earlier signal standing. */
function readReview(json: string, now: Mark): Signal {
  const read = readReviewPayload(json);
  if ("payload" in read) return { kind: "review", payload: read.payload };
  return now.signal.kind === "none" ? { kind: "none", reviewFault: read.fault } : now.signal;
}

const reasonAfter = (text: string, word: string): string | null =>
  argumentOf(text, word)?.slice(0, REASON_CHARS).trim() ?? null;

/** What follows the word and its colon, "" for the bare word; null when the line is another one. */
function argumentOf(text: string, word: string): string | null {
  if (text === word) return "";
  return text.startsWith(`${word}:`) ? text.slice(word.length + 1).trim() : null;
}

/** The end of a paragraph says what is asked, so the end is kept, from a word on. */
function appendTail(paragraph: string, text: string): string {
  const joined = paragraph === "" ? text : `${paragraph} ${text}`;
  if (joined.length <= NEEDS_HUMAN_PARAGRAPH_CHARS) return joined;
  const tail = joined.slice(-NEEDS_HUMAN_PARAGRAPH_CHARS);
  const space = tail.indexOf(" ");
  return space < 0 ? tail : tail.slice(space + 1);
}
