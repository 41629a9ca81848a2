import type { AgentId } from "#contracts/agent-ids";
import { FAST_EXIT_MS } from "#contracts/limits";
import type { LimitNotice } from "#core/agents/agent-record";
import { needsPerson } from "#core/agents/failure";
import type { Signal } from "#core/agents/signal-scan";
import { hasFailed, sessionFailure } from "#core/loop/session-failure";

/** All that is known of a session at its end. */
export interface SessionExit {
  readonly agentId: AgentId;
  /** What ended it first; what it did or said later counts for nothing. */
  readonly cause: "exit" | "timeout" | "cancel";
  /** Null when it died by a signal or never started. */
  readonly exitCode: number | null;
  readonly killedBy: string | null;
  /** Why it could not be started. */
  readonly spawnError: string | null;
  readonly durationMs: number;
  readonly timeoutMs: number;
  readonly signal: Signal;
  /** Of the last turn, where the agent tells of turns. */
  readonly result: { readonly isError: boolean; readonly words: string | null } | null;
  readonly limit: LimitNotice | null;
  readonly limitAfterSignal: boolean;
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export type ExitClass =
  | "cancelled"
  | "signal"
  | "usage_limited"
  | "timeout"
  | "infra_error"
  | "genuine_retry";

/**
 * What a session came to, given the signal that counts in it, an item's if not told; the first that holds. Spec: Runner
 * iteration procedure. A failure is an exit that isn't 0, or a turn that ended in an error: no signal counts in that
 * one. It is an infra error when it comes at once; a failure that only a person can mend (not logged in, no such model,
 * refused, no credit) is one however long the agent tried, since a retry of this item or the next would fail alike.
 */
export function classifyExit(exit: SessionExit, signal: Signal | null = itemSignal(exit)): ExitClass {
  if (exit.cause === "cancel") return "cancelled";
  if (signal !== null && !isLimitedAfterSignal(exit)) return "signal";
  if (exit.limit !== null) return "usage_limited";
  if (exit.cause === "timeout") return "timeout";
  return hasFailed(exit) && isOfTheAgent(exit) ? "infra_error" : "genuine_retry";
}

/** No fault of the item: it hardly began, or another session would end in the same way. */
function isOfTheAgent(exit: SessionExit): boolean {
  if (exit.durationMs <= FAST_EXIT_MS) return true;
  const failure = sessionFailure(exit);
  return failure !== null && needsPerson(failure);
}

export type ItemSignal = Exclude<Signal, { kind: "review" } | { kind: "none" }>;

/** The signal that counts for an item: none of a review, and none in a turn that ended in an error. */
export function itemSignal(exit: SessionExit): ItemSignal | null {
  const { signal, result } = exit;
  if (signal.kind === "none" || signal.kind === "review" || result?.isError === true) return null;
  return signal;
}

/** Work about limits must not put the loop to sleep: only a failing exit makes a banner speak louder than a signal. */
const isLimitedAfterSignal = (exit: SessionExit): boolean =>
  exit.exitCode !== 0 && exit.limit !== null && exit.limitAfterSignal;
