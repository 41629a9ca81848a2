import { availableParallelism, loadavg } from "node:os";

/** How many times more is asked of this machine than it can do; 1: it is not crowded. What is late by the clock is judged by it. */
export function crowd(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
