import type { LoopStatus } from "#contracts/loop-states";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";

/** Says to scripts that the run has ended; the status is for people, that the file exists is the message. */
export async function writeDone(ports: Ports, paths: BacklogPaths, status: LoopStatus): Promise<void> {
  await ports.files.write(paths.done, `${status}\n`);
}

/** False when there was none. */
export function clearDone(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return ports.files.remove(paths.done);
}

/** Asks the run of this root to stop, from any process. */
export async function writeCancel(ports: Ports, paths: BacklogPaths): Promise<void> {
  await ports.files.write(paths.cancel, "");
}

/** False when there was none. */
export function clearCancel(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return ports.files.remove(paths.cancel);
}

/** Removes what an earlier run has left of one: asked for since the lock was taken, it is meant for this run. */
export async function clearStaleCancel(ports: Ports, paths: BacklogPaths): Promise<void> {
  const [asked, locked] = [await ports.files.linkStat(paths.cancel), await ports.files.stat(paths.lock)];
  if (asked === null || (locked !== null && asked.mtimeMs > locked.mtimeMs)) return;
  await clearCancel(ports, paths);
}

/** Whatever bears the name counts, an empty file and a dangling link too. */
export async function isCancelAsked(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return (await ports.files.linkStat(paths.cancel)) !== null;
}
