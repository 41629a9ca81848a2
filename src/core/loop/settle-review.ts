import { classifyExit, type SessionExit } from "#core/loop/classify-exit";
import { lastWords, secondsWords, UNKNOWN_LIMIT } from "#core/loop/settle-item";
import type { LimitNotice } from "#core/agents/agent-record";
import type { Signal } from "#core/agents/signal-scan";
import type { ReviewPayload } from "#contracts/schema/agent-signal";

/** What a finished review session came to. */
export type ReviewVerdict =
  | { readonly kind: "issues"; readonly payload: ReviewPayload }
  /** Said in so many words; silence and nonsense are a failure. */
  | { readonly kind: "no-issues" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "limit"; readonly notice: LimitNotice }
  | { readonly kind: "cancelled" };

type SomeSignal = Exclude<Signal, { kind: "none" }>;

/** Only an answer that can be used, or the word that there is nothing, counts as a review. Spec: Review pass. */
export function settleReview(exit: SessionExit): ReviewVerdict {
  const said = saidInReview(exit);
  switch (classifyExit(exit, said)) {
    case "cancelled":
      return { kind: "cancelled" };
    case "signal":
      return said === null ? noAnswer(exit) : bySignal(said);
    case "usage_limited":
      return { kind: "limit", notice: exit.limit ?? UNKNOWN_LIMIT };
    case "timeout":
      return failed(`it timed out after ${secondsWords(exit.timeoutMs)}`);
    case "infra_error":
      return exit.signal.reviewFault === undefined ? failed(lastWords(exit)) : noAnswer(exit);
    case "genuine_retry":
      return noAnswer(exit);
  }
}

/** None in a turn that ended in an error, nor one that an unusable answer came after. */
function saidInReview({ signal, result }: SessionExit): SomeSignal | null {
  const unusable = result?.isError === true || signal.reviewFault !== undefined;
  return signal.kind === "none" || unusable ? null : signal;
}

function bySignal(signal: SomeSignal): ReviewVerdict {
  switch (signal.kind) {
    case "review":
      return { kind: "issues", payload: signal.payload };
    case "done":
      return { kind: "no-issues" };
    case "blocked":
      return failed(`the reviewer is blocked: ${signal.reason || "it did not say why"}`);
    case "needs_human":
      return failed(`the reviewer needs a human: ${signal.reason || "it did not say for what"}`);
  }
}

const noAnswer = (exit: SessionExit): ReviewVerdict =>
  failed(exit.signal.reviewFault ?? `it ended without an answer: ${lastWords(exit)}`);

const failed = (reason: string): ReviewVerdict => ({ kind: "failed", reason });
