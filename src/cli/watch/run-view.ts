import type { LoopEvent } from "#contracts/schema/loop-event";

/** What shows a run while it goes on; made once the run has passed its guards. It must never throw into the loop. */
export interface RunView {
  /** After the facts have taken it in. */
  readonly hear: (event: LoopEvent) => void;
  /** The agent has printed something. */
  readonly heardOutput: () => void;
  readonly sessionStarted: (pid: number) => void;
  readonly stopping: (atOnce: boolean) => void;
  /** Gives the terminal back; harmless when called twice. */
  readonly close: () => void;
}
