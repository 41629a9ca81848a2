import type { CliHost, TerminalSignal } from "#cli/host";
import { createCancelSource, type CancelSource } from "#engine/cancel";
import type { CancelToken, Release } from "#engine/ports";

const STOP_SIGNALS: readonly TerminalSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The first signal asks a run to stop, the second doesn't wait for it. */
export function stopOnSignals(host: CliHost): {
  readonly cancel: CancelSource;
  readonly hurry: CancelToken;
  /** As a signal does, for a key. */
  readonly ask: () => void;
  readonly release: Release;
} {
  const cancel = createCancelSource();
  const hurry = createCancelSource();
  const ask = (): void => (cancel.token.cause === null ? cancel : hurry).cancel("signal");
  const releases = STOP_SIGNALS.map((signal) => host.onSignal(signal, ask));
  return {
    cancel,
    hurry: hurry.token,
    ask,
    release() {
      for (const release of releases) release();
    },
  };
}
