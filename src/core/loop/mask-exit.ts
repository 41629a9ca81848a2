import type { Signal } from "#core/agents/signal-scan";
import type { SessionExit } from "#core/loop/classify-exit";
import { maskSecrets } from "#core/text/mask-secrets";

/** A session's end without what looks like a credential: its words go into events, the log, the state and, committed, the backlog. Its tails are masked already. */
export function maskExit(exit: SessionExit): SessionExit {
  const { result } = exit;
  return {
    ...exit,
    signal: maskSignal(exit.signal),
    result: result === null ? null : { ...result, words: result.words && maskSecrets(result.words) },
  };
}

function maskSignal(signal: Signal): Signal {
  switch (signal.kind) {
    case "done":
    case "none":
      return signal;
    case "blocked":
    case "needs_human":
      return { ...signal, reason: maskSecrets(signal.reason) };
    case "review": {
      const { items, summary } = signal.payload;
      const masked = items.map((item) => ({
        ...item,
        title: maskSecrets(item.title),
        description: maskSecrets(item.description),
        acceptanceCriteria: item.acceptanceCriteria.map(maskSecrets),
      }));
      return { ...signal, payload: { items: masked, summary: maskSecrets(summary) } };
    }
  }
}
