import type { LoopEventBody } from "#contracts/schema/loop-event";
import type { LoopState } from "#contracts/schema/loop-state";
import { moveLoop } from "#core/loop/loop-status";
import type { LoopContext } from "#engine/loop/loop-context";
import { refreshActiveLoop } from "#engine/stores/active-loops";
import { writeState } from "#engine/stores/state-store";

/** Changes the run's state and writes it; a status outside of the loop table throws TRANSITION_INVALID. */
export async function saveState(ctx: LoopContext, change: Partial<LoopState>): Promise<void> {
  const { run } = ctx;
  const previous = run.state.status;
  if (change.status !== undefined && change.status !== previous) moveLoop(previous, change.status);
  run.state = { ...run.state, ...change, updatedAt: new Date(ctx.ports.clock.now()).toISOString() };
  await write(ctx);
  const told = run.untold;
  run.untold = null;
  if (told !== null) ctx.emit(told);
  if (run.state.status !== previous) await refreshActiveLoop(ctx.ports, ctx.paths, run.state.status);
}

/** Leaves a change, and the event that may be told once it is written, to the next write: a run that goes on to its next item at once writes one state, not two. Until then it is as if we had been killed right before the write. */
export function saveWithNext(ctx: LoopContext, change: Partial<LoopState>, event: LoopEventBody): void {
  ctx.run.state = { ...ctx.run.state, ...change };
  ctx.run.untold = event;
}

/** Before anything that takes time: nobody is kept waiting for what has happened already. */
export async function saveWhatWaits(ctx: LoopContext): Promise<void> {
  if (ctx.run.untold !== null) await saveState(ctx, {});
}

/** An agent may have deleted the state directory: what it holds besides is rebuilt when the item is settled. */
async function write(ctx: LoopContext): Promise<void> {
  const { files } = ctx.ports;
  try {
    await writeState(ctx.ports, ctx.paths, ctx.run.state);
  } catch (error) {
    if ((await files.stat(ctx.paths.stateDir)) !== null) throw error;
    await files.makeDir(ctx.paths.stateDir);
    await writeState(ctx.ports, ctx.paths, ctx.run.state);
  }
}
