import type { CliHost, TerminalSignal } from "#cli/host";
import { createCancelSource, type CancelSource } from "#engine/cancel";
import type { Release } from "#engine/ports";

const LEAVE_SIGNALS: readonly TerminalSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Ctrl-C ends the watching and nothing else. */
export function leaveOnSignals(host: CliHost): { readonly leave: CancelSource; readonly release: Release } {
  const leave = createCancelSource();
  const releases = LEAVE_SIGNALS.map((signal) => host.onSignal(signal, () => leave.cancel("signal")));
  return {
    leave,
    release() {
      for (const release of releases) release();
    },
  };
}
