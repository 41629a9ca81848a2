import type { Clock, Release } from "#engine/ports";

/** Calls many listeners at the same moments: waking the process for each would cost more than what they do. */
export type SharedTimer = (listener: () => void) => Release;

/** It runs while anybody listens; a listener's first call comes within one period. */
export function createSharedTimer(clock: Clock, ms: number): SharedTimer {
  const listeners = new Set<() => void>();
  let release: Release | null = null;
  return (listener) => {
    const own = (): void => listener();
    listeners.add(own);
    release ??= clock.every(ms, () => {
      for (const call of listeners) call();
    });
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      release?.();
      release = null;
    };
  };
}
