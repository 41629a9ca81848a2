import { tooDeep } from "#core/text/too-deep";
import { ToolError } from "#contracts/error";
import { LOCK_SECTION_WAIT_MS } from "#contracts/limits";
import { SECTION_LOCK_SUFFIX } from "#contracts/names";
import type { Ports } from "#engine/ports";
import { blame } from "#engine/files/atomic-write";
import { claimLock, createLockRecord, releaseLock, type Wait } from "#engine/files/claim-lock";

const LONGEST_PAUSE_MS = 20;

/** A lock that the caller holds already and whose record may stand for it once more, as a second name of the same file. */
export interface HeldRecord {
  readonly path: string;
  readonly token: string;
}

/** Lets one of our processes at a time re-read, change and write a file; LOCK_CONFLICT after 5 s. Never to be entered twice for one file, nor held across a session. The lock is named after the file, or after `beside` where it must not lie next to it. */
export async function withSection<T>(
  ports: Ports,
  file: string,
  body: () => Promise<T>,
  held: HeldRecord | null = null,
  beside = file,
): Promise<T> {
  const lock = beside + SECTION_LOCK_SUFFIX;
  const token = (await borrow(ports, lock, held)) ?? (await claim(ports, file, lock));
  try {
    return await body();
  } catch (error) {
    throw tooDeep(error, file) ?? error;
  } finally {
    await releaseLock(ports, lock, token);
  }
}

/** Making a file is what a section costs most, and a run has dozens of them: so it links the record that it has. */
async function borrow(ports: Ports, lock: string, held: HeldRecord | null): Promise<string | null> {
  if (held === null) return null;
  return (await ports.files.link(held.path, lock)) === "linked" ? held.token : null;
}

async function claim(ports: Ports, file: string, lock: string): Promise<string> {
  const record = await createLockRecord(ports);
  const claimed = await claimLock(ports, lock, record, patience(ports)).catch((error: unknown) => {
    // What lies in the lock's place is named as itself: the file may be in order.
    throw isAboutReading(error) ? error : blame(error, lock, file);
  });
  if (claimed.kind === "held") throw conflict(file, lock, claimed.record.pid);
  return record.token;
}

const isAboutReading = (error: unknown): boolean =>
  error instanceof ToolError && error.message.includes("can't be read");

/** Pauses of 1 to 20 ms by chance, so that waiting processes don't march in step. */
function patience({ clock, machine }: Ports): Wait {
  const deadline = clock.monotonic() + LOCK_SECTION_WAIT_MS;
  return async () => {
    const chance = Number.parseInt(machine.uuid().slice(0, 4), 16) / 0x1_00_00;
    await clock.sleep(1 + chance * (LONGEST_PAUSE_MS - 1));
    return clock.monotonic() < deadline;
  };
}

function conflict(file: string, lock: string, pid: number): ToolError {
  return new ToolError("LOCK_CONFLICT", `${file} is being changed by process ${pid}.`, {
    reason: `${lock} has been held for ${LOCK_SECTION_WAIT_MS / 1000}s. Nothing was written.`,
    details: { file, lock, pid },
  });
}
