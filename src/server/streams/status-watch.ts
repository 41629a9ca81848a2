import type { BacklogPaths } from "#contracts/paths";
import type { StatusReport } from "#contracts/schema/status";
import { readStatus } from "#engine/operations/loop/read-status";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { encodeMessage } from "#server/streams/encode-message";

export interface StatusWatch {
  /** The latest, encoded; another object when something in it has changed. Null while it can't be told. */
  readonly latest: Uint8Array | null;
  /** Looks again; cheap while no file it is derived from has changed. */
  look(): Promise<void>;
}

/** The derived status of one loop for any number of readers; what passes with the clock alone is no change. */
export function createStatusWatch(ports: Ports, paths: BacklogPaths): StatusWatch {
  let seen: string | null = null;
  let told: string | null = null;
  let latest: Uint8Array | null = null;
  return {
    get latest() {
      return latest;
    },
    async look() {
      const traces = await tracesOf(ports, paths);
      if (traces === seen) return;
      try {
        const { report } = await readStatus(ports, paths);
        seen = traces;
        const words = lasting(report);
        if (words === told) return;
        told = words;
        latest = encodeMessage("status", report);
      } catch {
        // A passing fault, or a file in the middle of being mended: it is looked at again.
      }
    },
  };
}

const lasting = ({ elapsed: _elapsed, health: _health, ...report }: StatusReport): string =>
  JSON.stringify(report);

/** Once a second for each loop that is watched: what isn't there is looked at, but not opened. */
async function tracesOf(ports: Ports, paths: BacklogPaths): Promise<string> {
  const files = [paths.state, paths.backlog, paths.marker, paths.lock];
  const stats = await Promise.all(files.map((file) => ports.files.stat(file)));
  const lock = stats.at(-1) === null ? null : await inspectLock(ports, paths.lock).catch(() => null);
  const traces = stats.map((stat) => stat && [stat.inode, stat.size, stat.mtimeMs]);
  return JSON.stringify([traces, lock?.text, lock?.alive]);
}
