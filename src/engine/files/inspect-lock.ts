import { lockSummary } from "#core/status/lock-summary";
import type { LockRecord } from "#contracts/schema/lock";
import type { LockSummary } from "#contracts/schema/status";
import { fits, LOCK_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";

export interface LockContent {
  /** Null: there is no lock. */
  readonly record: LockRecord | "unreadable" | null;
  /** As it stands in the file; two looks with the same text saw the same owner. */
  readonly text: string | null;
}

export interface LockView extends LockContent {
  readonly alive: boolean;
  /** Its owner is dead, its pid recycled, or the record unreadable. */
  readonly stale: boolean;
  readonly summary: LockSummary;
}

/** Who holds a lock, and whether that process lives. */
export async function inspectLock(ports: Ports, path: string): Promise<LockView> {
  const content = await readLock(ports, path);
  const { record } = content;
  const known = record !== null && record !== "unreadable";
  const process = known ? await ports.processes.identify(record.pid) : null;
  const summary = lockSummary(record, process);
  return { ...content, alive: summary.alive, stale: summary.stale, summary };
}

/** What a lock says, whether or not its owner lives. */
export async function readLock(ports: Ports, path: string): Promise<LockContent> {
  const text = await ports.files.read(path);
  return { text, record: text === null ? null : parse(text) };
}

function parse(text: string): LockRecord | "unreadable" {
  try {
    const value: unknown = JSON.parse(text);
    return fits(LOCK_SHAPE, value) ? value : "unreadable";
  } catch {
    return "unreadable";
  }
}
