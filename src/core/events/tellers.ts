import { counted } from "#core/text/counted";
import { FAST_EXIT_MS } from "#contracts/limits";
import type { EventType, LimitType } from "#contracts/event-types";
import type { LoopEventOf } from "#contracts/schema/loop-event";
import type { Narration } from "#core/events/narration";
import { compactNumber } from "#core/text/compact-number";
import { durationWords } from "#core/text/duration-words";
import { foldLine } from "#core/text/fold-line";

const SHORT_HASH = 7;

/** Remembers of a run what later sentences need: titles, durations, the last exit. */
export interface Memory {
  readonly titles: Map<string, string>;
  /** Of all its sessions, by item. */
  readonly workedMs: Map<string, number>;
  readonly signals: Map<string, string>;
  readonly toolStarts: Map<string, number>;
  iteration: string;
  exit: LoopEventOf<"llm_exited"> | null;
  /** A session that failed at once, told once the next event shows that nothing else explains it. */
  failedAtOnce: LoopEventOf<"llm_exited"> | null;
  failures: number;
  sessionEndMs: number | null;
  sleptFromMs: number | null;
  reviewFromMs: number | null;
}

/** The rest has its defaults. */
export type Told = Pick<Narration, "word"> & Partial<Narration>;

/** What each event adds to the telling; null: nothing by itself. */
export const TELLERS: {
  readonly [T in EventType]: (memory: Memory, event: LoopEventOf<T>) => Told | null;
} = {
  loop_started: () => null,
  iteration_start(memory, event) {
    memory.iteration = `iteration ${event.iteration} of ${event.maxIterations}`;
    return null;
  },
  item_selected(memory, event) {
    memory.titles.set(event.itemId, foldLine(event.title));
    return {
      word: "start",
      glyph: "running",
      says: "title",
      text: foldLine(event.title),
      fact: memory.iteration,
    };
  },
  llm_spawned(memory, event) {
    const model = event.model === undefined ? "" : `, ${event.model}`;
    memory.sessionEndMs = Date.parse(event.timestamp) + event.timeoutMinutes * 60_000;
    memory.toolStarts.clear();
    return {
      level: "verbose",
      word: "session",
      text: `${event.provider}${model}, ${event.timeoutMinutes} min`,
    };
  },
  llm_exited(memory, event) {
    memory.exit = event;
    memory.workedMs.set(event.itemId, (memory.workedMs.get(event.itemId) ?? 0) + event.durationMs);
    const fast = !event.timedOut && event.durationMs <= FAST_EXIT_MS;
    memory.failedAtOnce = fast ? event : null;
    if (!fast) memory.failures = 0;
    const code = event.timedOut ? "timed out" : event.exitCode === null ? "killed" : String(event.exitCode);
    return { level: "verbose", word: "exit", text: `${code} after ${durationWords(event.durationMs)}` };
  },
  signal_parsed(memory, event) {
    memory.signals.set(event.itemId, event.signal);
    return { level: "verbose", word: "signal", text: event.signal };
  },
  item_completed(memory, event) {
    const hash = event.commit?.slice(0, SHORT_HASH) ?? null;
    if (event.recovered === true) {
      const commit = hash === null ? "its commit" : `its commit ${hash}`;
      return { word: "done", glyph: "done", text: `recovered: ${commit} was already there` };
    }
    const workedMs = event.durationMs ?? memory.workedMs.get(event.itemId) ?? null;
    const facts = workedMs === null ? [] : [durationWords(workedMs)];
    // The commit lacks what is in there.
    if (event.stash !== undefined) facts.push(`left a stash, ${event.stash.slice(0, SHORT_HASH)}`);
    const fact = facts.join(", ") || null;
    return { word: "done", glyph: "done", says: "title", text: foldLine(event.title), fact, hash };
  },
  item_blocked(memory, event) {
    const reason = foldLine(event.reason);
    const deferred = event.deferred ?? (event.stdoutTail !== undefined || event.stderrTail !== undefined);
    if (deferred) return { word: "deferred", glyph: "deferred", text: `deferred: ${reason}` };
    // The runner's own reasons are told in a line; the agent's stand under the title.
    if (memory.signals.get(event.itemId) !== "blocked")
      return { word: "blocked", glyph: "blocked", text: reason };
    return { word: "blocked", glyph: "blocked", ...underTitle(memory, event.itemId, "blocked", reason) };
  },
  item_retried(memory, event) {
    const after = memory.exit === null ? "" : ` after ${durationWords(memory.exit.durationMs)}`;
    const code = memory.exit?.exitCode ?? 0;
    const exit = code === 0 ? "" : ` (exit ${code})`;
    const text = `no signal${after}${exit}; attempt ${event.attempt + 1} of ${event.maxRetries + 1}`;
    return { word: "retry", glyph: "retry", text };
  },
  needs_human: (memory, event) => ({
    word: "needs-human",
    glyph: "asks",
    ...underTitle(memory, event.itemId, "needs human", foldLine(event.reason)),
  }),
  loop_paused: (_, event) => ({ word: "paused", glyph: "asks", text: `paused at ${event.itemId}` }),
  usage_limit_hit: (_, event) => ({
    word: "limit",
    glyph: "limit",
    text: `the ${windowName(event.limitType)} usage limit`,
  }),
  usage_limit_cleared: () => null,
  sleep_start(memory, event) {
    memory.sleptFromMs = Date.parse(event.timestamp);
    return {
      word: "sleep",
      glyph: "limit",
      text: foldLine(event.reason),
      untilMs: Date.parse(event.sleepUntil),
    };
  },
  sleep_end(memory, event) {
    const text = since(memory.sleptFromMs, event.timestamp);
    return { word: "wake", glyph: "limit", text: text === null ? "" : `slept ${text}` };
  },
  loop_completed: (_, event) => ({
    word: event.status === "limit_reached" ? "limit" : "complete",
    glyph: event.status === "limit_reached" || event.blockedCount > 0 ? "blocked" : "done",
    text: `${event.completedCount} done${event.blockedCount === 0 ? "" : `, ${event.blockedCount} blocked`}`,
  }),
  loop_error: (_, event) => ({ word: "error", glyph: "failed", text: foldLine(event.error) }),
  loop_cancelled: () => ({ word: "paused", glyph: "paused", text: "stopped by you" }),
  review_started(memory, event) {
    memory.reviewFromMs = Date.parse(event.timestamp);
    const text = `Reviewing ${counted(event.completedItemIds.length, "item")}`;
    return { word: "review", glyph: "running", text };
  },
  review_completed(memory, event) {
    const count = event.itemsCreated;
    const text = count === 0 ? "no issues" : `${counted(count, "fix item")} added`;
    return {
      word: "review",
      glyph: "done",
      text: `Review: ${text}`,
      fact: since(memory.reviewFromMs, event.timestamp),
      detail: event.itemIds ?? [],
    };
  },
  review_failed: (memory, event) => ({
    word: "review",
    glyph: "blocked",
    text: `Review failed, nothing was added: ${foldLine(event.reason)}`,
    fact: since(memory.reviewFromMs, event.timestamp),
  }),
  llm_tool_activity(memory, event) {
    const name = foldLine(event.toolName);
    if (event.phase === "start") {
      memory.toolStarts.set(name, Date.parse(event.timestamp));
      return { level: "verbose", word: "tool", text: name, fact: "start" };
    }
    const took = tenths(memory.toolStarts.get(name), event.timestamp);
    memory.toolStarts.delete(name);
    return { level: "verbose", word: "tool", text: name, fact: took === null ? "end" : `end, ${took}` };
  },
  llm_token_update: (_, event) => ({
    level: "verbose",
    word: "tokens",
    text: `${compactNumber(event.inputTokens)} in, ${compactNumber(event.outputTokens)} out`,
  }),
  llm_stuck_warning(memory, event) {
    const tool = event.currentTool ?? null;
    const where = tool === null ? "and no tool is running" : `in ${foldLine(tool)}`;
    const text = `silent for ${durationWords(event.silentMs)} ${where}`;
    return { word: "silent", glyph: "blocked", text, untilMs: memory.sessionEndMs };
  },
};

const underTitle = (memory: Memory, id: string, fact: string, reason: string): Partial<Narration> => ({
  says: "title",
  text: memory.titles.get(id) ?? "",
  fact,
  detail: reason === "" ? [] : [reason],
});

const windowName = (limitType: LimitType): string => (limitType === "5h" ? "5-hour" : "7-day");

const since = (fromMs: number | null, timestamp: string): string | null =>
  fromMs === null ? null : durationWords(Date.parse(timestamp) - fromMs);

/** Tools are quick: below a minute their tenths count. */
function tenths(fromMs: number | undefined, timestamp: string): string | null {
  if (fromMs === undefined) return null;
  const ms = Math.max(0, Date.parse(timestamp) - fromMs);
  return ms < 60_000 ? `${(Math.floor(ms / 100) / 10).toFixed(1)}s` : durationWords(ms);
}
