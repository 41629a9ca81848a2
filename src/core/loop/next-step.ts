import type { AgentId } from "#contracts/agent-ids";
import { isTripped } from "#core/loop/circuit-breaker";
import type { LoopStatus } from "#contracts/loop-states";

/** What the runner knows between two passes. */
export interface LoopFacts {
  readonly cancelled: boolean;
  /** Why no further pass may start at all: a merge left behind, a stash that failed. */
  readonly halt: string | null;
  /** The item that asked, when the run is to stop at the first question. */
  readonly askedBy: string | null;
  readonly limit: LimitStep | null;
  readonly infraFailures: number;
  readonly breakerThreshold: number;
  readonly idlePasses: number;
  readonly idlePassLimit: number;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly nextItem: string | null;
  /** `due` once the main loop has ended and something was completed. */
  readonly review: "off" | "due" | "done";
}

/** Waits inside the run for an agent's limit; one of the minute is no usage limit of its plan. */
export interface SleepStep {
  readonly kind: "sleep";
  readonly untilMs: number;
  readonly limitType: "5h" | "7d" | "minute";
  readonly agentId: AgentId;
}

/** What a limit asks for: waiting inside the run, or an end that can be resumed. */
export type LimitStep =
  | SleepStep
  | {
      readonly kind: "halt";
      readonly status: "weekly_limit" | "paused_usage_limit";
      readonly untilMs: number | null;
      readonly limitType: "5h" | "7d";
    };

export type Step =
  | { readonly kind: "iterate"; readonly itemId: string }
  | SleepStep
  | { readonly kind: "review" }
  | { readonly kind: "end"; readonly status: LoopStatus; readonly error: string | null };

/** What the run does next; what stops it for a person comes before what stops it for a number. */
export function nextStep(facts: LoopFacts): Step {
  if (facts.cancelled) return end("paused");
  if (facts.halt !== null) return end("error", facts.halt);
  if (facts.askedBy !== null) return end("paused_human");
  if (facts.limit?.kind === "halt") return end(facts.limit.status);
  if (facts.limit?.kind === "sleep") return facts.limit;
  if (isTripped(facts.infraFailures, facts.breakerThreshold)) {
    return end(
      "error",
      `${facts.infraFailures} ${facts.infraFailures === 1 ? "failure" : "failures"} in a row`,
    );
  }
  if (facts.idlePasses >= facts.idlePassLimit) {
    return end("error", `${facts.idlePasses} passes in a row found nothing to do`);
  }
  const spent = facts.iteration >= facts.maxIterations;
  if (facts.nextItem !== null && !spent) return { kind: "iterate", itemId: facts.nextItem };
  if (facts.review === "due") return { kind: "review" };
  return end(facts.nextItem === null ? "complete" : "limit_reached");
}

const end = (status: LoopStatus, error: string | null = null): Step => ({ kind: "end", status, error });
