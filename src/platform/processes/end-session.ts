import { setTimeout as pause } from "node:timers/promises";
import type { ProcessRow, ProcessTable } from "#platform/processes/process-table";
import { createCensus, type Session } from "#platform/processes/session-census";
import { monotonicMs } from "#platform/monotonic";

/** May be moved nearer while the session is being ended. */
export interface Deadline {
  /** On the monotonic clock; from then on it is SIGKILL. */
  killAtMs: number;
}

/** What outlives SIGKILL this long hangs in the kernel and is given up. */
const GIVE_UP_MS = 2000;
/** What the session starts while it is being ended is found this soon. */
const RECOUNT_MS = 500;
const LONGEST_PAUSE_MS = 50;

/** SIGTERM, at the deadline SIGKILL, to all of a session until none of it lives; gives the processes met. Always settles. */
export async function endSession(
  table: ProcessTable,
  session: Session,
  deadline: Deadline,
): Promise<readonly ProcessRow[]> {
  const census = createCensus(table, session);
  const asked = new Set<number>();
  const notOurs = new Set<number>();
  for (;;) {
    const living = (await census.living()).filter((row) => !notOurs.has(row.pid));
    const nowMs = monotonicMs();
    if (living.length === 0 || nowMs > deadline.killAtMs + GIVE_UP_MS) return census.met();
    const force = nowMs >= deadline.killAtMs;
    for (const row of living) {
      if (asked.has(row.pid) && !force) continue;
      asked.add(row.pid);
      if (!signal(row.pid, force ? "SIGKILL" : "SIGTERM")) notOurs.add(row.pid);
    }
    const recountAtMs = nowMs + RECOUNT_MS;
    await untilGone(table, living, () => Math.min(recountAtMs, force ? recountAtMs : deadline.killAtMs));
  }
}

/** False when the process may not be signalled: another user's, never to be ended by us. */
function signal(pid: number, name: "SIGTERM" | "SIGKILL"): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EPERM";
  }
}

async function untilGone(
  table: ProcessTable,
  living: readonly ProcessRow[],
  untilMs: () => number,
): Promise<void> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await pause(pauseMs);
    if (!living.some((row) => table.lives(row)) || monotonicMs() >= untilMs()) return;
  }
}
