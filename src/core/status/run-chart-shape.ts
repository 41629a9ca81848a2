import type { LoopEvent } from "#contracts/schema/loop-event";
import { createTokenBins, type TokenBins } from "#core/status/token-bins";

/** `no_signal` cost an attempt; `given_back` and `limit` cost none; `running` until its verdict. */
export type AttemptOutcome =
  | "running"
  | "done"
  | "no_signal"
  | "given_back"
  | "limit"
  | "needs_human"
  | "blocked"
  | "deferred";

/** One stretch of work on an item: a bar of the chart. */
export interface Attempt {
  /** From 1; what costs no attempt is followed by the same number. */
  readonly number: number;
  readonly fromMs: number;
  toMs: number | null;
  outcome: AttemptOutcome;
  inputTokens: number;
  outputTokens: number;
}

/** All attempts of an item in this run; the review's own row has the id "". */
export interface ChartRow {
  readonly id: string;
  title: string;
  readonly attempts: Attempt[];
}

export interface ChartSleep {
  readonly fromMs: number;
  readonly untilMs: number;
  toMs: number | null;
}

/** The agent process under way. */
export interface LiveSession {
  /** "" in a review. */
  readonly itemId: string;
  readonly attempt: number;
  readonly startedMs: number;
  readonly timeoutMinutes: number;
  readonly provider: string;
  readonly model: string | null;
  /** Under way, the latest last. */
  tools: readonly { readonly name: string; readonly sinceMs: number }[];
  silence: { readonly sinceMs: number; readonly tool: string | null } | null;
}

/** An event worth telling by itself, with what was known of its item when it came. */
export interface ToldEvent {
  readonly id: string;
  readonly atMs: number;
  readonly event: LoopEvent;
  /** Whom it is about; "" for nobody, and for a review. */
  readonly itemId: string;
  /** Of the item; 0 where there is none. */
  readonly attempt: number;
  readonly workedMs: number;
  readonly tokens: number;
}

/** A run as its events tell it. Grows by items and attempts, never by events. */
export interface RunChart {
  startedMs: number | null;
  /** Null while the run goes on, and for good when it was killed or ended at a usage limit. */
  endedMs: number | null;
  lastEventMs: number | null;
  budgetSource: string | null;
  iteration: number;
  maxIterations: number;
  /** Attempts that an item may have, known once one has failed. */
  attemptsAllowed: number | null;
  session: LiveSession | null;
  /** The last usage limit that was met. */
  limit: { readonly window: "5h" | "7d"; readonly percent: number } | null;
  reviewing: { readonly items: number } | null;
  error: string | null;
  /** In the order of their first start. */
  readonly rows: ChartRow[];
  readonly byId: Map<string, ChartRow>;
  readonly sleeps: ChartSleep[];
  readonly tokens: TokenBins;
  inputTokens: number;
  outputTokens: number;
  /** Ends of the items that gave up: the agent's last words. */
  readonly lastWords: Map<string, string>;
  /** The newest last; 500 at most. */
  readonly told: ToldEvent[];
}

/** Of a run that nothing is known of yet. */
export function emptyChart(): RunChart {
  return {
    startedMs: null,
    endedMs: null,
    lastEventMs: null,
    budgetSource: null,
    iteration: 0,
    maxIterations: 0,
    attemptsAllowed: null,
    session: null,
    limit: null,
    reviewing: null,
    error: null,
    rows: [],
    byId: new Map(),
    sleeps: [],
    tokens: createTokenBins(),
    inputTokens: 0,
    outputTokens: 0,
    lastWords: new Map(),
    told: [],
  };
}

/** The whole time that was spent on an item's attempts, the running one up to now. */
export function workedMs(row: ChartRow, nowMs: number): number {
  return row.attempts.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, (toMs ?? nowMs) - fromMs), 0);
}
