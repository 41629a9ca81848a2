import { RESULT_EXIT_MS, ITERATION_TOUCH_MS, STUCK_SILENT_MS, STUCK_TOOL_MS } from "#contracts/limits";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LoopContext } from "#engine/loop/loop-context";
import type { SessionReader } from "#engine/loop/session/session-reader";
import type { ToolCall } from "#engine/loop/session/tool-calls";
import type { Release } from "#engine/ports";
import { clearIterationStatus, writeIterationStatus } from "#engine/stores/iteration-status-store";

const TICK_MS = 1000;
/** The wall clock was set, and what the health file says is out by so much. */
const CLOCK_SET_MS = 2000;

/** Looks at a running session once a second: the health file, the silence warning, and a process that outstays its result. All of it is measured on the monotonic clock and told in the wall clock's times of that moment. */
export function watchSession(
  ctx: LoopContext,
  reader: SessionReader,
  itemId: string,
  on: { readonly onLasting: () => void; readonly onLinger: () => void },
): Release {
  const { clock } = ctx.ports;
  const startedMs = clock.monotonic();
  const never = Number.NEGATIVE_INFINITY;
  const seen = {
    resultMs: Number.POSITIVE_INFINITY,
    warnedFor: never,
    writtenMs: never,
    writtenActivity: never,
    wallMs: 0,
    busy: false,
    over: false,
  };

  const warnIfStuck = (now: number): boolean => {
    const silentMs = Math.round(now - reader.heard.lastActivityMs);
    const tool = reader.tools.current;
    const stuck = silentMs >= (tool === null ? STUCK_SILENT_MS : STUCK_TOOL_MS);
    if (stuck && seen.warnedFor !== reader.heard.lastActivityMs) {
      seen.warnedFor = reader.heard.lastActivityMs;
      ctx.emit({ type: "llm_stuck_warning", itemId, silentMs, ...runningTool(tool, now) });
    }
    return stuck;
  };

  const write = async (now: number, stuckWarning: boolean): Promise<void> => {
    const wallMs = clock.now() - now;
    const wasSet = Math.abs(wallMs - seen.wallMs) > CLOCK_SET_MS;
    const fresh = now - seen.writtenMs < ITERATION_TOUCH_MS && !wasSet;
    if (seen.busy || (fresh && seen.writtenActivity === reader.heard.lastActivityMs)) return;
    seen.busy = true;
    seen.writtenMs = now;
    seen.wallMs = wallMs;
    seen.writtenActivity = reader.heard.lastActivityMs;
    try {
      const status = statusOf(ctx, reader, { itemId, startedMs, now, wallMs, stuckWarning });
      await writeIterationStatus(ctx.ports, ctx.paths, status);
      if (seen.over) await clearIterationStatus(ctx.ports, ctx.paths);
    } catch {
      // Health is a courtesy: a disk that refuses it will refuse what matters, and say so there.
    }
    seen.busy = false;
  };

  const release = clock.every(TICK_MS, () => {
    const now = clock.monotonic();
    on.onLasting();
    if (reader.heard.result !== null) seen.resultMs = Math.min(seen.resultMs, now);
    if (now - seen.resultMs >= RESULT_EXIT_MS) on.onLinger();
    void write(now, warnIfStuck(now));
  });
  return () => {
    release();
    seen.over = true;
    if (seen.writtenMs > never && !seen.busy)
      void clearIterationStatus(ctx.ports, ctx.paths).catch(() => undefined);
  };
}

const runningTool = (tool: ToolCall | null, now: number) =>
  tool === null ? {} : { currentTool: tool.name, toolRunningMs: Math.round(now - tool.sinceMs) };

interface Moment {
  readonly itemId: string;
  readonly startedMs: number;
  readonly now: number;
  /** What makes a time of the monotonic clock one of the wall clock. */
  readonly wallMs: number;
  readonly stuckWarning: boolean;
}

function statusOf({ plan }: LoopContext, reader: SessionReader, moment: Moment): IterationStatus {
  const { itemId, startedMs, now, wallMs, stuckWarning } = moment;
  const iso = (ms: number): string => new Date(ms + wallMs).toISOString();
  return {
    itemId: itemId === "" ? null : itemId,
    startedAt: iso(startedMs),
    updatedAt: iso(now),
    endsAt: iso(startedMs + plan.timeoutMs),
    currentTool: reader.tools.current?.name ?? null,
    recentTools: [...reader.tools.recent],
    tokens: reader.heard.tokens ?? { input: 0, output: 0 },
    lastActivityAt: iso(reader.heard.lastActivityMs),
    stuckWarning,
  };
}
