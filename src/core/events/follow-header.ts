import type { LoopEvent } from "#contracts/schema/loop-event";

/** From the least to the most: the last that holds is shown (spec: follow). */
type FollowLabel = "healthy" | "blocked" | "needs-human" | "paused" | "sleeping" | "complete";

/** The sticky line of `follow`: what a person would ask first. */
export interface FollowHeader {
  readonly label: FollowLabel;
  /** Of this run. */
  readonly done: number;
  readonly blocked: number;
  readonly current: { readonly id: string; readonly title: string } | null;
  /** While asleep. */
  readonly wakesAtMs: number | null;
}

/** What the header is made of; grows by the run's items alone. */
export interface FollowState {
  readonly header: FollowHeader;
  readonly done: ReadonlySet<string>;
  readonly blocked: ReadonlySet<string>;
  readonly asking: ReadonlySet<string>;
  readonly phase: "running" | "paused" | "sleeping" | "complete";
}

export const FOLLOW_START: FollowState = {
  header: { label: "healthy", done: 0, blocked: 0, current: null, wakesAtMs: null },
  done: new Set(),
  blocked: new Set(),
  asking: new Set(),
  phase: "running",
};

/** The state after one more event of the run. */
export function followEvent(state: FollowState, event: LoopEvent): FollowState {
  switch (event.type) {
    case "loop_started":
      return FOLLOW_START;
    case "item_selected":
      return settled(
        { ...without(state, event.itemId), phase: "running" },
        {
          current: { id: event.itemId, title: event.title },
        },
      );
    case "item_completed":
      return settled(
        { ...without(state, event.itemId), done: plus(state.done, event.itemId) },
        { current: null },
      );
    case "item_blocked":
      return settled({ ...state, blocked: plus(state.blocked, event.itemId) }, { current: null });
    case "needs_human": {
      const blocked = plus(state.blocked, event.itemId);
      return settled({ ...state, blocked, asking: plus(state.asking, event.itemId) }, { current: null });
    }
    case "sleep_start":
      return settled({ ...state, phase: "sleeping" }, { wakesAtMs: Date.parse(event.sleepUntil) });
    case "sleep_end":
      return settled({ ...state, phase: "running" }, { wakesAtMs: null });
    case "loop_completed": {
      const phase = event.status === "limit_reached" ? "paused" : "complete";
      return settled({ ...state, phase }, { current: null });
    }
    case "loop_paused":
    case "loop_cancelled":
    case "loop_error":
      return settled({ ...state, phase: "paused" }, { current: null, wakesAtMs: null });
    default:
      return state;
  }
}

function settled(state: FollowState, change: Partial<FollowHeader>): FollowState {
  const counts = { done: state.done.size, blocked: state.blocked.size };
  return { ...state, header: { ...state.header, ...change, ...counts, label: labelOf(state) } };
}

function labelOf(state: FollowState): FollowLabel {
  if (state.phase !== "running") return state.phase;
  if (state.asking.size > 0) return "needs-human";
  return state.blocked.size > 0 ? "blocked" : "healthy";
}

/** An item that is taken up again or done is blocked no longer. */
const without = (state: FollowState, id: string): FollowState => ({
  ...state,
  blocked: minus(state.blocked, id),
  asking: minus(state.asking, id),
});

const plus = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...set, id]);
const minus = (set: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  set.has(id) ? new Set([...set].filter((one) => one !== id)) : set;
