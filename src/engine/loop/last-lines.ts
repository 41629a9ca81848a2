import type { LimitNotice } from "#core/agents/agent-record";
import { findBanner } from "#core/agents/limit-banners";
import { createTail } from "#core/agents/tail";
import { TAIL_CHARS } from "#contracts/limits";
import type { AgentId } from "#contracts/agent-ids";

/** How many last lines of a stream may hold a usage banner. */
const KEPT = 10;

/** The end of one stream, each line with its place in the order of arrival. */
export interface LastLines {
  push(at: number, text: string): void;
  /** Its last characters, as they may be shown. */
  tail(): string;
  /** A usage banner among the lines that came after a place. */
  bannerAfter(at: number, agentId: AgentId, nowMs: number): LimitNotice | null;
}

export function createLastLines(): LastLines {
  const kept: { at: number; text: string }[] = [];
  const tail = createTail(TAIL_CHARS);
  return {
    push(at, text) {
      tail.line(text);
      kept.push({ at, text });
      if (kept.length > KEPT) kept.shift();
    },
    tail: () => tail.text(),
    bannerAfter(at, agentId, nowMs) {
      const lines = kept.filter((line) => line.at > at).map((line) => line.text);
      return lines.length === 0 ? null : findBanner(lines, agentId, nowMs);
    },
  };
}
