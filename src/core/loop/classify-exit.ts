import { FAST_EXIT_MS } from "#contracts/limits";
import type { LimitNotice } from "#core/agents/agent-record";
import type { Signal } from "#core/agents/signal-scan";

/** All that is known of a session at its end. */
export interface SessionExit {
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

/** What a session came to, given the signal that counts in it, an item's if not told; the first that holds. Spec: Runner iteration procedure. */
export function classifyExit(exit: SessionExit, signal: Signal | null = itemSignal(exit)): ExitClass {
  if (exit.cause === "cancel") return "cancelled";
  if (signal !== null && !isLimitedAfterSignal(exit)) return "signal";
  if (exit.limit !== null) return "usage_limited";
  if (exit.cause === "timeout") return "timeout";
  if (hasFailed(exit) && exit.durationMs <= FAST_EXIT_MS) return "infra_error";
  return "genuine_retry";
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

/** Some agents exit 0 on an error of their service: then the turn's result tells. */
const hasFailed = (exit: SessionExit): boolean =>
  exit.spawnError !== null || exit.exitCode !== 0 || exit.result?.isError === true;
