import type { RunFacts } from "#core/events/run-story";
import { failureOf, type RunEnd } from "#cli/watch/end/ended-run";
import type { RunStanding } from "#cli/watch/run-standing";
import type { LoopStatus } from "#contracts/loop-states";
import type { LoopState } from "#contracts/schema/loop-state";

/** How a run ended, by its files; null when a reset has cleared what would tell. */
export function endOfStanding(
  standing: RunStanding,
  facts: Readonly<RunFacts>,
  nowMs: number,
): RunEnd | null {
  switch (standing.kind) {
    case "ending":
    case "over": {
      const { state } = standing;
      const failure = state.status === "error" ? failureOf(errorText(facts, state)) : null;
      return { status: state.status, durationMs: duration(facts, state, nowMs), failure };
    }
    case "dead": {
      const { state, pid } = standing;
      const reason = `${pid === null ? "The process of the run" : `Process ${pid}`} is gone.`;
      const failure = { kind: "gone", reason, words: "", commands: [] } as const;
      return { status: "error", durationMs: duration(facts, state, nowMs), failure };
    }
    case "none":
    case "starting":
    case "running": {
      const { ended } = facts;
      if (ended === null) return null;
      const failure = ended.type === "loop_error" ? failureOf(ended.error) : null;
      return { status: statusOf(ended), durationMs: duration(facts, null, nowMs), failure };
    }
  }
}

/** The event has the agent's last words besides. */
const errorText = ({ ended }: Readonly<RunFacts>, state: LoopState): string =>
  ended?.type === "loop_error" ? ended.error : (state.error ?? "");

const duration = (facts: Readonly<RunFacts>, state: LoopState | null, nowMs: number): number => {
  const startedMs = facts.startedMs ?? (state === null ? nowMs : Date.parse(state.startedAt));
  const endedMs = facts.lastEventMs ?? (state === null ? nowMs : Date.parse(state.updatedAt));
  return Math.max(0, endedMs - startedMs);
};

const statusOf = (ended: NonNullable<RunFacts["ended"]>): LoopStatus => {
  switch (ended.type) {
    case "loop_completed":
      return ended.status === "limit_reached" ? "limit_reached" : "complete";
    case "loop_error":
      return "error";
    case "loop_cancelled":
      return "paused";
    case "loop_paused":
      return "paused_human";
  }
};
