import { RESULT_EXIT_MS, ITERATION_TOUCH_MS, STUCK_SILENT_MS, STUCK_TOOL_MS } from "#contracts/limits";
import type { LoopContext } from "#engine/loop/loop-context";
import type { SessionReader } from "#engine/loop/session-reader";
import type { Release } from "#engine/ports";
import { clearIterationStatus, writeIterationStatus } from "#engine/stores/iteration-status-store";

const TICK_MS = 1000;

/** Looks at a running session once a second: the health file, the silence warning, and a process that outstays its result. */
export function watchSession(
  ctx: LoopContext,
  reader: SessionReader,
  itemId: string,
  on: { readonly onLasting: () => void; readonly onLinger: () => void },
): Release {
  const { clock } = ctx.ports;
  const startedMs = clock.now();
  const seen = { resultMs: 0, warnedFor: 0, writtenMs: 0, writtenActivity: -1, busy: false, over: false };

  const warnIfStuck = (now: number): boolean => {
    const silentMs = now - reader.heard.lastActivityMs;
    const tool = reader.tools.current;
    const stuck = silentMs >= (tool === null ? STUCK_SILENT_MS : STUCK_TOOL_MS);
    if (stuck && seen.warnedFor !== reader.heard.lastActivityMs) {
      seen.warnedFor = reader.heard.lastActivityMs;
      const running =
        tool === null ? {} : { currentTool: tool.name, toolRunningMs: Math.max(0, now - tool.sinceMs) };
      ctx.emit({ type: "llm_stuck_warning", itemId, silentMs, ...running });
    }
    return stuck;
  };

  const write = async (now: number, stuckWarning: boolean): Promise<void> => {
    const fresh = now - seen.writtenMs < ITERATION_TOUCH_MS;
    if (seen.busy || (fresh && seen.writtenActivity === reader.heard.lastActivityMs)) return;
    seen.busy = true;
    seen.writtenMs = now;
    seen.writtenActivity = reader.heard.lastActivityMs;
    const iso = (ms: number): string => new Date(ms).toISOString();
    try {
      await writeIterationStatus(ctx.ports, ctx.paths, {
        itemId: itemId === "" ? null : itemId,
        startedAt: iso(startedMs),
        updatedAt: iso(now),
        endsAt: iso(startedMs + ctx.plan.timeoutMs),
        currentTool: reader.tools.current?.name ?? null,
        recentTools: [...reader.tools.recent],
        tokens: reader.heard.tokens ?? { input: 0, output: 0 },
        lastActivityAt: iso(reader.heard.lastActivityMs),
        stuckWarning,
      });
      if (seen.over) await clearIterationStatus(ctx.ports, ctx.paths);
    } catch {
      // Health is a courtesy: a disk that refuses it will refuse what matters, and say so there.
    }
    seen.busy = false;
  };

  const release = clock.every(TICK_MS, () => {
    const now = clock.now();
    on.onLasting();
    if (reader.heard.result !== null && seen.resultMs === 0) seen.resultMs = now;
    if (seen.resultMs > 0 && now - seen.resultMs >= RESULT_EXIT_MS) on.onLinger();
    void write(now, warnIfStuck(now));
  });
  return () => {
    release();
    seen.over = true;
    if (seen.writtenMs > 0 && !seen.busy)
      void clearIterationStatus(ctx.ports, ctx.paths).catch(() => undefined);
  };
}
