import { ToolError } from "#contracts/error";
import type { Release } from "#engine/ports";

/** Git gives its locks back on SIGTERM; this long it may take for that. */
const GRACE_MS = 2000;

/** Whether git may still be started, and what has to be ended when not. */
export interface GitStop {
  /** Throws CONFLICT once stopped. */
  allow(): void;
  /** To be released when the process has ended. */
  watch(signal: (name: "SIGTERM" | "SIGKILL") => void): Release;
  stop(): void;
}

export function createGitStop(): GitStop {
  const running = new Set<(name: "SIGTERM" | "SIGKILL") => void>();
  let stopped = false;
  return {
    allow() {
      if (stopped)
        throw new ToolError("CONFLICT", "git was stopped.", { reason: "The run was told to end at once." });
    },
    watch(signal) {
      running.add(signal);
      return () => running.delete(signal);
    },
    stop() {
      if (stopped) return;
      stopped = true;
      for (const signal of running) signal("SIGTERM");
      setTimeout(() => {
        for (const signal of running) signal("SIGKILL");
      }, GRACE_MS).unref();
    },
  };
}
