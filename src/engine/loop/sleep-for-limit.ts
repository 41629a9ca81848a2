import type { SleepStep } from "#core/loop/next-step";
import type { LoopContext } from "#engine/loop/loop-context";
import { saveState } from "#engine/loop/save-state";

/** Short enough that a cancel, and the clock of a machine that was itself suspended, are noticed within 2 s. */
const SLICE_MS = 1000;

/** Waits for a limit by the wall clock, ended early by a cancel; a rate of the minute is waited out as a running loop. */
export async function sleepForLimit(ctx: LoopContext, step: SleepStep): Promise<void> {
  const { limitType } = step;
  if (limitType === "minute") await waitForRate(ctx, step);
  else await sleepForWindow(ctx, step, limitType);
  ctx.run.limit = null;
}

async function waitForRate(ctx: LoopContext, step: SleepStep): Promise<void> {
  ctx.note(`Waiting until ${isoOf(step.untilMs)} for the rate limit of ${step.agentId}`);
  await waitUntil(ctx, step.untilMs);
}

async function sleepForWindow(ctx: LoopContext, step: SleepStep, limitType: "5h" | "7d"): Promise<void> {
  const { clock } = ctx.ports;
  const sleepUntil = isoOf(step.untilMs);
  const startedMs = clock.now();
  await saveState(ctx, { status: "sleeping_limit", sleepUntil });
  const reason = `the ${WINDOW_NAMES[limitType]} usage limit of ${step.agentId}`;
  ctx.emit({ type: "sleep_start", sleepUntil, reason });
  await waitUntil(ctx, step.untilMs);
  ctx.run.sleptMs += Math.max(0, clock.now() - startedMs);
  if (ctx.cancel.cause === null) {
    ctx.emit({ type: "usage_limit_cleared", limitType });
    await saveState(ctx, { status: "running", sleepUntil: null });
  }
  ctx.emit({ type: "sleep_end" });
}

async function waitUntil({ ports: { clock }, cancel }: LoopContext, untilMs: number): Promise<void> {
  while (cancel.cause === null && clock.now() < untilMs) {
    await clock.sleep(Math.min(SLICE_MS, untilMs - clock.now()), cancel);
  }
}

const WINDOW_NAMES = { "5h": "5-hour", "7d": "7-day" } as const;

const isoOf = (ms: number): string => new Date(ms).toISOString();
