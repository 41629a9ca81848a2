import type { BacklogPaths } from "#contracts/paths";
import type { LoopEvent } from "#contracts/schema/loop-event";
import { checkRun, type CheckedRun } from "#engine/loop/check-run";
import { abandonRun } from "#engine/loop/crash-guard";
import { finishLoop, type LoopOutcome } from "#engine/loop/finish-loop";
import type { LoopContext, RunRequest } from "#engine/loop/loop-context";
import { openRun } from "#engine/loop/open-run";
import { prepareTree } from "#engine/loop/prepare-tree";
import { runLoop } from "#engine/loop/run-loop";
import { stopRun, wasStopped } from "#engine/loop/stop-run";
import { takeLock, type HeldLock } from "#engine/loop/take-lock";
import type { CancelSource } from "#engine/cancel";
import type { CancelToken, Ports, Release } from "#engine/ports";
import { isCancelAsked } from "#engine/stores/control-files";

/** How a caller watches and stops a run; listeners can't hurt the loop. */
export interface RunHooks {
  readonly cancel: CancelSource;
  /** Fires on a second Ctrl-C: what still runs gets no grace. */
  readonly hurry: CancelToken;
  readonly onEvent?: (event: LoopEvent) => void;
  /** Once, when the run has passed every guard. */
  readonly onReady?: (ctx: LoopContext) => void;
  /** What a person should know although nothing is refused. */
  readonly onWarning?: (text: string) => void;
}

const CANCEL_POLL_MS = 500;

/** One run from its checks to its last word. Refusals are ToolErrors and have written nothing but what was asked for. */
export async function startLoop(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  hooks: RunHooks,
): Promise<LoopOutcome> {
  const checked = await checkRun(ports, paths, request);
  const lock = await takeLock(ports, paths, checked.repository, "run");
  return runUnderLock(ports, paths, request, hooks, checked, lock);
}

/** The same with the lock already held, handed over from a recovery. */
export async function runUnderLock(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  hooks: RunHooks,
  checked: CheckedRun,
  lock: HeldLock,
): Promise<LoopOutcome> {
  try {
    const tree = await prepareTree(ports, paths, request, checked, lock, hooks);
    const run = await openRun(ports, paths, request, checked, tree, lock, hooks);
    try {
      showReady(hooks, run.ctx);
      return await runToEnd(run.ctx, hooks.cancel);
    } finally {
      await run.close();
    }
  } finally {
    await lock.release().catch((error: unknown) => hooks.onWarning?.(sentenceOf(error)));
  }
}

/** An error's class is nothing that people know. */
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A view that can't be made must not end the night's work. */
function showReady(hooks: RunHooks, ctx: LoopContext): void {
  try {
    hooks.onReady?.(ctx);
  } catch (error) {
    ctx.note(`The view of this run failed: ${String(error)}`);
  }
}

async function runToEnd(ctx: LoopContext, cancel: CancelSource): Promise<LoopOutcome> {
  const unwatch = watchCancelMarker(ctx, cancel);
  try {
    const step = await runLoop(ctx);
    const tidied = ctx.run.state.completedItems.length > 0 ? maintain(ctx) : null;
    const outcome = await finishLoop(ctx, step);
    await tidied;
    return outcome;
  } catch (error) {
    const stopped = wasStopped(ctx, error) ? await stopRun(ctx).catch(() => null) : null;
    if (stopped !== null) return stopped;
    throw await abandonRun(ctx, error);
  } finally {
    unwatch();
  }
}

/** Beside the last words; housekeeping that fails can't undo how the run ended. Never throws. */
async function maintain(ctx: LoopContext): Promise<void> {
  try {
    await ctx.ports.git.maintain(ctx.repository);
  } catch (error) {
    ctx.note(`git's housekeeping failed: ${String(error)}`);
  }
}

/** The CANCEL file stops a run from any terminal. */
function watchCancelMarker(ctx: LoopContext, cancel: CancelSource): Release {
  const look = (): void =>
    void isCancelAsked(ctx.ports, ctx.paths).then(
      (asked) => asked && cancel.cancel("marker"),
      () => undefined,
    );
  look();
  return ctx.ports.clock.every(CANCEL_POLL_MS, look);
}
