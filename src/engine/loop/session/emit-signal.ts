import { classifyExit, type SessionExit } from "#core/loop/classify-exit";
import type { LoopContext } from "#engine/loop/loop-context";

/** What the session said, told as it was heard; a cancelled one has said nothing that counts. */
export function emitSignal(ctx: LoopContext, itemId: string, exit: SessionExit): void {
  const signal = classifyExit(exit) === "cancelled" ? { kind: "none" as const } : exit.signal;
  const reason = "reason" in signal ? signal.reason : null;
  ctx.emit({
    type: "signal_parsed",
    itemId,
    signal: signal.kind,
    ...(reason === null ? {} : { reason }),
  });
}
