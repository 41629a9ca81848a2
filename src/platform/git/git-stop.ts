import { ToolError } from "#contracts/error";
import type { Release } from "#engine/ports";

/** Git gives its locks back on SIGTERM; this long it may take for that. */
const GRACE_MS = 2000;
/** Then what a git that has ended has left in its group is ended, too: a hook that bears SIGTERM would go on in the work tree. */
const HOOK_GRACE_MS = 250;

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
      return () => {
        running.delete(signal);
        // It keeps the process for that long: nobody else would end them.
        if (stopped) setTimeout(() => signal("SIGKILL"), HOOK_GRACE_MS);
      };
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
