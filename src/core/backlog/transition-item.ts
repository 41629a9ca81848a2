import { ToolError } from "#contracts/error";
import { ITEM_TRANSITIONS, type ItemStatus } from "#contracts/item-rules";

/** Whether the item table has this move; the same status again is no move and isn't in it. */
export function canMove(from: ItemStatus, to: ItemStatus): boolean {
  return ITEM_TRANSITIONS.some((move) => move.from === from && move.to === to);
}

/** Refuses what isn't a row of the item table with TRANSITION_INVALID. */
export function assertMove(id: string, from: ItemStatus, to: ItemStatus): void {
  if (canMove(from, to)) return;
  const targets = ITEM_TRANSITIONS.filter((move) => move.from === from).map((move) => move.to);
  const why = to === "done" ? "; done comes with its commit" : "";
  throw new ToolError("TRANSITION_INVALID", `${id} can't go from ${from} to ${to}.`, {
    details: { id, from, to },
    reason: `From ${from} it goes to ${targets.join(" or ")}${why}.`,
  });
}
