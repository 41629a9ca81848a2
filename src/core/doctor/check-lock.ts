import { shellWord } from "#core/text/shell-word";
import { doubtful, failed, passed } from "#core/doctor/check";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";

export interface LockFacts {
  /** Of the loop; null: there is none. */
  readonly loop: { readonly pid: number | null; readonly alive: boolean } | null;
  /** Of files that a dead process was about to change, as people name them; whoever writes next takes them over. */
  readonly staleSections: readonly string[];
  /** Why no run could take the lock, and what lets it; null: one could. */
  readonly closed: { readonly words: string; readonly remedies: readonly Hint[] } | null;
}

/** Whether a lock of a dead process is left. */
export function checkLock({ loop, staleSections, closed }: LockFacts): DoctorCheck {
  if (closed !== null) return failed("lock", closed.words, ...closed.remedies);
  if (loop?.alive === true) return passed("lock", `held by process ${loop.pid}, the loop that runs now`);
  if (loop !== null) {
    const why = loop.pid === null ? "it can't be read" : `process ${loop.pid} is gone`;
    return doubtful("lock", `stale: ${why}`, { command: `${TOOL_NAME} reset` });
  }
  if (staleSections.length === 0) return passed("lock", "none");
  const words = `stale: ${staleSections.join(", ")}; the next write takes it over`;
  return doubtful("lock", words, { command: `rm ${staleSections.map(shellWord).join(" ")}` });
}
