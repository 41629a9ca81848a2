import type { LimitNotice } from "#core/agents/agent-record";
import { failureWords } from "#core/agents/failure";
import { classifyExit, itemSignal, type SessionExit } from "#core/loop/classify-exit";
import { hasFailed, sessionFailure } from "#core/loop/session-failure";
import { foldLine } from "#core/text/fold-line";

/** What a finished session means for its item. */
export type Verdict =
  | { readonly kind: "complete" }
  | { readonly kind: "block"; readonly reason: string; readonly needsHuman: boolean }
  /** A false block: the runner gave up. */
  | { readonly kind: "defer"; readonly reason: string }
  /** `attempt` is the one that failed, from 1, and so the number of the retry. */
  | { readonly kind: "retry"; readonly attempt: number; readonly maxRetries: number }
  | { readonly kind: "infra"; readonly words: string }
  | { readonly kind: "limit"; readonly notice: LimitNotice }
  | { readonly kind: "cancelled" }
  /** The work was found committed after all. */
  | { readonly kind: "promote"; readonly commit: string };

/** What is assumed of a limit that nothing else is known of. */
export const UNKNOWN_LIMIT: LimitNotice = {
  window: "unknown",
  resetsAtMs: null,
  utilization: null,
  words: "",
};

/** Attempts count from 1; maxRetries are those after the first. Spec: Runner iteration procedure, steps 5 and 6. */
export function settleItem(input: {
  readonly exit: SessionExit;
  readonly attempt: number;
  readonly maxRetries: number;
}): Verdict {
  const { exit, attempt, maxRetries } = input;
  switch (classifyExit(exit)) {
    case "cancelled":
      return { kind: "cancelled" };
    case "signal":
      return bySignal(exit);
    case "usage_limited":
      return { kind: "limit", notice: exit.limit ?? UNKNOWN_LIMIT };
    case "timeout":
      return { kind: "block", reason: `timed out after ${secondsWords(exit.timeoutMs)}`, needsHuman: false };
    case "infra_error":
      return { kind: "infra", words: lastWords(exit) };
    case "genuine_retry":
      return attempt <= maxRetries
        ? { kind: "retry", attempt, maxRetries }
        : { kind: "defer", reason: givenUp(exit, attempt) };
  }
}

/** A failure is told: silence of the agent and silence of its service are mended in different places. */
function givenUp(exit: SessionExit, attempt: number): string {
  const attempts = attempt === 1 ? "1 attempt" : `${attempt} attempts`;
  return hasFailed(exit) ? `no signal in ${attempts}: ${lastWords(exit)}` : `no signal in ${attempts}`;
}

function bySignal(exit: SessionExit): Verdict {
  const signal = itemSignal(exit);
  if (signal === null || signal.kind === "done") return { kind: "complete" };
  if (signal.kind === "blocked") {
    return {
      kind: "block",
      reason: signal.reason || "the agent said that it is blocked, and not why",
      needsHuman: false,
    };
  }
  return {
    kind: "block",
    reason: signal.reason || "the agent needs a human, and did not say for what",
    needsHuman: true,
  };
}

/** A session shorter than a second still timed out after something. */
export function secondsWords(ms: number): string {
  const count = Math.round(ms / 100) / 10;
  return count === 1 ? "1 second" : `${count} seconds`;
}

const LAST_WORDS_CHARS = 300;

/** Why a session failed, in the agent's own words and by their kind where it is known, on one line. */
export function lastWords(exit: SessionExit): string {
  if (exit.spawnError !== null) return `it could not be started: ${exit.spawnError}`;
  const failure = sessionFailure(exit);
  if (failure !== null) return cut(failureWords(failure));
  const said = firstLine(exit.result?.words ?? "") || lastLine(exit.stderrTail) || lastLine(exit.stdoutTail);
  if (exit.exitCode === null)
    return cut(
      `it was killed by ${exit.killedBy ?? "a signal"}${said === "" ? " without a word" : `: ${said}`}`,
    );
  return said === "" ? `it exited with ${exit.exitCode} without a word` : cut(said);
}

const cut = (words: string): string => words.slice(0, LAST_WORDS_CHARS);

/** Of an error record the first line says what it is; of what was printed the last. */
const firstLine = (text: string): string => foldLine(text.trimStart().split("\n", 1)[0] ?? "");

const lastLine = (text: string): string => foldLine(text.trimEnd().split("\n").at(-1) ?? "");
