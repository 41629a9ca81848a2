import { ToolError } from "#contracts/error";
import {
  LOOP_STATE_LABELS,
  LOOP_TRANSITIONS,
  STATE_OF_STATUS,
  type LoopStatus,
} from "#contracts/loop-states";

/** The status to write, if the loop may go there; throws TRANSITION_INVALID. Spec: Loop state. */
export function moveLoop(from: LoopStatus, to: LoopStatus): LoopStatus {
  if (LOOP_TRANSITIONS.some((move) => move.from === from && move.to === to)) return to;
  throw new ToolError("TRANSITION_INVALID", `The loop can't go from ${nameOf(from)} to ${nameOf(to)}.`, {
    details: { from, to },
  });
}

/** The one label source has no word for the moments before a run. */
const nameOf = (status: LoopStatus): string =>
  status === "starting" ? "Starting" : LOOP_STATE_LABELS[STATE_OF_STATUS[status]].label;
