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
  if (run.state.status !== previous) await refreshActiveLoop(ctx.ports, ctx.paths, run.state.status);
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
