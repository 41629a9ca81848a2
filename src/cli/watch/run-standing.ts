import { ACTIVE_LOOP_STATUSES, type LoopStatus } from "#contracts/loop-states";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopState } from "#contracts/schema/loop-state";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { readState } from "#engine/stores/state-store";

/**
 * How the run of the events log stands, by state.json and the lock. `starting`: a next run holds the lock and hasn't
 * opened its log · `ending`: its last word is written, the lock not yet given back · `dead`: it calls itself active and
 * nobody holds the lock · `none`: there was no run, or a reset has cleared its state.
 */
export type RunStanding =
  | { readonly kind: "none" | "starting" | "running" }
  | { readonly kind: "ending" | "over"; readonly state: LoopState }
  | { readonly kind: "dead"; readonly state: LoopState; readonly pid: number | null };

export async function readStanding(ports: Ports, paths: BacklogPaths): Promise<RunStanding> {
  // In this order: whoever gives the lock back has written its last state before.
  const { record, alive } = await inspectLock(ports, paths.lock);
  const state = await readState(ports, paths).catch(() => null);
  const lock = record === "unreadable" ? null : record;
  if (alive) {
    const older =
      state === null || (lock !== null && Date.parse(state.startedAt) < Date.parse(lock.startedAt));
    if (older) return { kind: "starting" };
    return isActive(state) ? { kind: "running" } : { kind: "ending", state };
  }
  if (state === null) return { kind: "none" };
  if (!isActive(state)) return { kind: "over", state };
  // A run may have started between the two looks.
  const again = await inspectLock(ports, paths.lock);
  return again.alive ? { kind: "running" } : { kind: "dead", state, pid: lock?.pid ?? null };
}

const isActive = ({ status }: LoopState): boolean =>
  (ACTIVE_LOOP_STATUSES as readonly LoopStatus[]).includes(status);
