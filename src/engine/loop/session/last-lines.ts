import type { LimitNotice } from "#core/agents/agent-record";
import { findBanner, type LimitBanner } from "#core/agents/limit-banners";
import { createTail } from "#core/agents/tail";
import { copyStart } from "#core/text/copy-start";
import { TAIL_CHARS } from "#contracts/limits";

/** How many last lines of a stream may hold a usage banner. */
const KEPT = 10;

/** The end of one stream, each line with its place in the order of arrival. */
export interface LastLines {
  push(at: number, text: string): void;
  /** Its last characters, as they may be shown. */
  tail(): string;
  /** A usage banner among the lines that came after a place. */
  bannerAfter(at: number, known: readonly LimitBanner[], nowMs: number): LimitNotice | null;
}

export function createLastLines(): LastLines {
  const kept: { at: number; text: string }[] = [];
  const tail = createTail(TAIL_CHARS);
  return {
    push(at, text) {
      tail.line(text);
      kept.push({ at, text: copyStart(text, TAIL_CHARS) });
      if (kept.length > KEPT) kept.shift();
    },
    tail: () => tail.text(),
    bannerAfter(at, known, nowMs) {
      const lines = kept.filter((line) => line.at > at).map((line) => line.text);
      return lines.length === 0 ? null : findBanner(lines, known, nowMs);
    },
  };
}
