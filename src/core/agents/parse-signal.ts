import { createSignalScan, type Signal } from "#core/agents/signal-scan";

/** The signal of a whole text. */
export function parseSignal(text: string): Signal {
  const scan = createSignalScan();
  scan.text(text);
  return scan.signal();
}
