import type { EventType } from "#contracts/event-types";
import { FAST_EXIT_MS } from "#contracts/limits";
import type { LoopEvent, LoopEventOf } from "#contracts/schema/loop-event";
import { foldLine } from "#core/text/fold-line";

/** What is known of a run from its events alone, so that whoever reads them later knows the same. */
export interface RunFacts {
  startedMs: number | null;
  provider: string | null;
  model: string | null;
  branch: string | null;
  baseline: string | null;
  maxIterations: number;
  /** Where the budget came from: flag, marker, computed. */
  budgetSource: string | null;
  iteration: number;
  /** Selected, and not settled yet; a usage limit and a failure at once leave it here. */
  current: CurrentItem | null;
  session: SessionFacts | null;
  /** The agent is through with it, and git commits its work; hooks may take minutes. */
  committing: boolean;
  /** Items touched by this run; in the order of their last word. */
  readonly items: Map<string, ItemFacts>;
  sessions: number;
  retries: number;
  /** Of all sessions but the running one. */
  tokens: Tokens;
  /** Sessions in a row, up to now, that failed at once. */
  failures: readonly Failure[];
  sleep: { readonly sinceMs: number; readonly untilMs: number; readonly reason: string } | null;
  sleptMs: number;
  reviewing: ReviewFacts | null;
  /** The last word of the run; null while it goes on, and for good when it was killed or ended at a usage limit. */
  ended: EndEvent | null;
  lastEventMs: number | null;
}

type EndEvent =
  | LoopEventOf<"loop_completed">
  | LoopEventOf<"loop_error">
  | LoopEventOf<"loop_cancelled">
  | LoopEventOf<"loop_paused">;

export interface CurrentItem {
  readonly id: string;
  readonly title: string;
  readonly sinceMs: number;
}

export interface ItemFacts {
  readonly title: string;
  /** Of all its sessions in this run. */
  readonly workedMs: number;
  /** From 1. */
  readonly attempt: number;
  /** The most there may be, known once one has failed. */
  readonly attempts: number | null;
  readonly done: { readonly commit: string | null } | null;
}

export interface SessionFacts {
  readonly startedMs: number;
  readonly provider: string;
  readonly model: string | null;
  toolCalls: number;
  /** Under way, the latest last. */
  tools: readonly { readonly name: string; readonly sinceMs: number }[];
  tokens: Tokens;
}

export interface ReviewFacts {
  readonly sinceMs: number;
  readonly items: number;
  /** Of the diff under review; null when there is none. */
  readonly diff: { readonly files: number; readonly added: number; readonly removed: number } | null;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface Failure {
  readonly atMs: number;
  readonly exitCode: number | null;
  readonly durationMs: number;
}

export interface RunStory {
  readonly facts: Readonly<RunFacts>;
  hear(event: LoopEvent): void;
}

/** Gathers the facts of one run, event by event; of unknown types it takes no notice. */
export function createRunStory(): RunStory {
  const facts = firstFacts();
  return {
    facts,
    hear(event) {
      facts.lastEventMs = Date.parse(event.timestamp);
      const take = (Object.hasOwn(TAKERS, event.type) ? TAKERS[event.type] : undefined) as
        | ((facts: RunFacts, event: LoopEvent) => void)
        | undefined;
      take?.(facts, event);
    },
  };
}

const NO_TOKENS: Tokens = { input: 0, output: 0 };

const firstFacts = (): RunFacts => ({
  startedMs: null,
  provider: null,
  model: null,
  branch: null,
  baseline: null,
  maxIterations: 0,
  budgetSource: null,
  iteration: 0,
  current: null,
  session: null,
  committing: false,
  items: new Map(),
  sessions: 0,
  retries: 0,
  tokens: NO_TOKENS,
  failures: [],
  sleep: null,
  sleptMs: 0,
  reviewing: null,
  ended: null,
  lastEventMs: null,
});

const TAKERS: { readonly [T in EventType]?: (facts: RunFacts, event: LoopEventOf<T>) => void } = {
  loop_started(facts, event) {
    facts.startedMs = Date.parse(event.timestamp);
    facts.provider = event.provider ?? null;
    facts.model = event.model ?? null;
    facts.branch = event.branch ?? null;
    facts.baseline = event.baseCommitHash ?? null;
    facts.maxIterations = event.maxIterations;
    facts.budgetSource = event.budgetSource ?? null;
  },
  iteration_start(facts, event) {
    facts.iteration = event.iteration;
    facts.maxIterations = event.maxIterations;
  },
  item_selected(facts, event) {
    const title = foldLine(event.title);
    facts.current = { id: event.itemId, title, sinceMs: Date.parse(event.timestamp) };
    touch(facts, event.itemId, { title, done: null });
  },
  llm_spawned(facts, event) {
    facts.sessions += 1;
    facts.committing = false;
    facts.provider = event.provider;
    facts.session = {
      startedMs: Date.parse(event.timestamp),
      provider: event.provider,
      model: event.model ?? null,
      toolCalls: 0,
      tools: [],
      tokens: NO_TOKENS,
    };
  },
  llm_exited(facts, event) {
    const { input, output } = facts.session?.tokens ?? NO_TOKENS;
    facts.tokens = { input: facts.tokens.input + input, output: facts.tokens.output + output };
    facts.session = null;
    if (event.itemId !== "") {
      const worked = facts.items.get(event.itemId)?.workedMs ?? 0;
      touch(facts, event.itemId, { workedMs: worked + event.durationMs });
    }
    const { exitCode, durationMs } = event;
    const atOnce = !event.timedOut && durationMs <= FAST_EXIT_MS;
    const failure = { atMs: Date.parse(event.timestamp), exitCode, durationMs };
    facts.failures = atOnce ? [...facts.failures, failure] : [];
  },
  signal_parsed(facts, event) {
    if (event.signal !== "none") facts.failures = [];
    facts.committing = event.signal === "done" && event.itemId !== "";
  },
  item_completed(facts, event) {
    touch(facts, event.itemId, { title: foldLine(event.title), done: { commit: event.commit ?? null } });
    settle(facts);
  },
  item_blocked: settle,
  needs_human: settle,
  item_retried(facts, event) {
    facts.retries += 1;
    touch(facts, event.itemId, { attempt: event.attempt + 1, attempts: event.maxRetries + 1 });
    settle(facts);
  },
  usage_limit_hit(facts) {
    facts.committing = false;
    facts.failures = [];
  },
  sleep_start(facts, event) {
    facts.sleep = {
      sinceMs: Date.parse(event.timestamp),
      untilMs: Date.parse(event.sleepUntil),
      reason: foldLine(event.reason),
    };
  },
  sleep_end(facts, event) {
    if (facts.sleep !== null) facts.sleptMs += Math.max(0, Date.parse(event.timestamp) - facts.sleep.sinceMs);
    facts.sleep = null;
  },
  review_started(facts, event) {
    const { files, linesAdded: added = 0, linesRemoved: removed = 0 } = event;
    facts.reviewing = {
      sinceMs: Date.parse(event.timestamp),
      items: event.completedItemIds.length,
      diff: files === undefined ? null : { files, added, removed },
    };
  },
  review_completed: endReview,
  review_failed: endReview,
  llm_tool_activity(facts, event) {
    const { session } = facts;
    if (session === null) return;
    const name = foldLine(event.toolName);
    const at = session.tools.findLastIndex((tool) => tool.name === name);
    if (event.phase === "start") {
      session.tools = [...session.tools, { name, sinceMs: Date.parse(event.timestamp) }];
      session.toolCalls += 1;
    } else if (at >= 0) session.tools = session.tools.toSpliced(at, 1);
    else session.toolCalls += 1;
  },
  llm_token_update({ session }, event) {
    if (session !== null) session.tokens = { input: event.inputTokens, output: event.outputTokens };
  },
  loop_completed: end,
  loop_error: end,
  loop_cancelled: end,
  loop_paused: end,
};

const UNTOUCHED: ItemFacts = { title: "", workedMs: 0, attempt: 1, attempts: null, done: null };

/** Whatever is touched last stands last. */
function touch(facts: RunFacts, id: string, change: Partial<ItemFacts>): void {
  const known = facts.items.get(id) ?? UNTOUCHED;
  facts.items.delete(id);
  facts.items.set(id, { ...known, ...change });
}

function settle(facts: RunFacts): void {
  facts.current = null;
  facts.committing = false;
  facts.failures = [];
}

function endReview(facts: RunFacts): void {
  facts.reviewing = null;
  facts.failures = [];
}

function end(facts: RunFacts, event: EndEvent): void {
  facts.ended = event;
  facts.committing = false;
}
