import type { Clock } from "#engine/ports";
import { monotonicMs } from "#platform/monotonic";

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** This machine's clock. Its timers keep the process alive until they end or are released. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: monotonicMs,
    sleep(ms, cancel) {
      if (cancel !== undefined && cancel.cause !== null) return Promise.resolve("cancelled");
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout;
        const wake = (how: "slept" | "cancelled"): void => {
          clearTimeout(timer);
          release?.();
          resolve(how);
        };
        const wait = (leftMs: number): void => {
          const rest = leftMs - LONGEST_TIMER_MS;
          timer = setTimeout(
            () => (rest > 0 ? wait(rest) : wake("slept")),
            Math.min(leftMs, LONGEST_TIMER_MS),
          );
        };
        wait(ms);
        const release = cancel?.onCancel(() => wake("cancelled"));
      });
    },
    every(ms, listener) {
      const timer = setInterval(listener, Math.min(ms, LONGEST_TIMER_MS));
      return () => clearInterval(timer);
    },
    soon: (task) => void setImmediate(task),
  };
}
