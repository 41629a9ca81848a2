import { createStore } from "#web/app/store";

/** A stretch of a run that the pointer is on: the chart marks it in the events and in the log. */
export interface MarkedAttempt {
  readonly itemId: string;
  readonly number: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export const markedAttempt = createStore<MarkedAttempt | null>(null);
