import { gitMark } from "#core/git/git-mark";
import { ToolError } from "#contracts/error";
import { SECTION_LOCK_SUFFIX } from "#contracts/names";
import type { LockRecord } from "#contracts/schema/lock";
import type { Ports } from "#engine/ports";
import { blame, tempBeside } from "#engine/files/atomic-write";
import { inspectLock, readLock } from "#engine/files/inspect-lock";

export type Claim =
  /** `previous`: the record of the dead owner it was taken over from. */
  | { readonly kind: "acquired"; readonly previous: LockRecord | null }
  | { readonly kind: "held"; readonly record: LockRecord };

/** Asked while a live owner holds the lock; true: try once more. */
export type Wait = (owner: LockRecord) => Promise<boolean>;

/** A reader may see half a record where a file system knows no links: it is looked at twice before it counts as stale. */
const UNREADABLE_PAUSE_MS = 50;
/** Of eight deaths in a row, each before the first sweep. */
const MOST_INHERITED = 16;

/** What this process puts into a lock. */
export async function createLockRecord(ports: Ports): Promise<LockRecord> {
  const { pid } = ports.machine;
  return {
    pid,
    startedAt: new Date(ports.clock.now()).toISOString(),
    processStartTime: (await ports.processes.identify(pid)).startTime,
    token: ports.machine.uuid(),
  };
}

/** Takes a lock file for its record: of any number of claimants exactly one gets it, also after an owner that died. */
export async function claimLock(
  ports: Ports,
  path: string,
  record: LockRecord,
  wait: Wait = async () => false,
): Promise<Claim> {
  const { files } = ports;
  const temp = tempBeside(ports, path);
  try {
    await files.write(temp, lockText(record), { exclusive: true });
    for (;;) {
      const linked = await files.link(temp, path);
      if (linked === "linked") return { kind: "acquired", previous: null };
      if (linked === "absent") throw new ToolError("IO_ERROR", `${temp} can't be read: it is gone.`);
      const claim = await claimTaken(ports, path, temp, record);
      if (claim?.kind === "acquired") return claim;
      if (claim !== null && !(await wait(claim.record))) return claim;
    }
  } catch (error) {
    throw blame(error, temp, path);
  } finally {
    await files.remove(temp).catch(() => false);
  }
}

/** Gives a lock back, unless it is no longer ours. */
export async function releaseLock(ports: Ports, path: string, token: string): Promise<void> {
  const { record } = await readLock(ports, path);
  if (record !== null && record !== "unreadable" && record.token === token) await ports.files.remove(path);
}

/** Null when the lock changed hands meanwhile: to be tried afresh. */
async function claimTaken(
  ports: Ports,
  path: string,
  temp: string,
  record: LockRecord,
): Promise<Claim | null> {
  const seen = await inspectLock(ports, path);
  // A link that leads nowhere takes the name and holds nothing: else it would be waited for without end.
  const isEmptyLink = seen.record === null && (await ports.files.linkStat(path))?.kind === "link";
  if (seen.record === null && !isEmptyLink) return null;
  if (seen.record === null || seen.record === "unreadable") await ports.clock.sleep(UNREADABLE_PAUSE_MS);
  else if (!seen.stale) return { kind: "held", record: seen.record };

  // Whoever removes a stale lock may remove the one that another has just made of it: so one at a time, and after another look.
  const guard = `${path}.guard${SECTION_LOCK_SUFFIX}`;
  const guarded = await claimLock(ports, guard, record);
  if (guarded.kind === "held") return guarded;
  try {
    if ((await readLock(ports, path)).text !== seen.text) return null;
    const previous = seen.record === "unreadable" ? null : seen.record;
    if (previous !== null) await ports.files.write(temp, lockText(inherit(record, previous)));
    await ports.files.rename(temp, path);
    return { kind: "acquired", previous };
  } finally {
    await releaseLock(ports, guard, record.token);
  }
}

const lockText = (record: LockRecord): string => `${JSON.stringify(record)}\n`;

/** Should the new owner die before it has swept, the next one still learns whose agents may be left. */
const inherit = (record: LockRecord, previous: LockRecord): LockRecord => ({
  ...record,
  unswept: deadTokens(previous).slice(0, MOST_INHERITED),
});

/** What the processes of a dead owner bear: its token, the mark of its git, and what it took over in its turn. */
export function deadTokens(record: LockRecord): string[] {
  const mark = gitMark(record);
  return [record.token, ...(mark === null ? [] : [mark]), ...(record.unswept ?? [])];
}
