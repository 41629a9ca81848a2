import type { BacklogPaths } from "#contracts/paths";
import { BACKLOG_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";

export interface Backup {
  readonly items: number;
  /** When it was made, ms since the epoch. */
  readonly madeMs: number;
}

/** What a restore would bring back; null when there is nothing. A malformed one is an error that names it. */
export async function inspectBackup(ports: Ports, paths: BacklogPaths): Promise<Backup | null> {
  const stat = await ports.files.stat(paths.backup);
  const backlog = await readRecord(
    ports,
    paths.backup,
    "backlog",
    BACKLOG_SHAPE,
    shownPath(paths, paths.backup),
  );
  return stat === null || backlog === null ? null : { items: backlog.items.length, madeMs: stat.mtimeMs };
}
