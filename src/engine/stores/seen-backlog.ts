import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { Files, Ports } from "#engine/ports";
import { readBacklogOrNull } from "#engine/stores/backlog-store";

interface Seen {
  readonly version: string;
  readonly backlog: Backlog | null;
}

/** A server is asked for a few of its projects again and again, and shouldn't hold them all. */
const MOST_BACKLOGS = 4;
const seen = new WeakMap<Files, Map<string, Seen>>();

/** As readBacklogOrNull, for what only shows: a file whose identity, size and time are those of the last look isn't opened. Never for an edit, which wants the very bytes. */
export async function readSeenBacklog(ports: Ports, paths: BacklogPaths): Promise<Backlog | null> {
  const stat = await ports.files.stat(paths.backlog);
  const known = seen.get(ports.files) ?? new Map<string, Seen>();
  seen.set(ports.files, known);
  const last = known.get(paths.backlog);
  known.delete(paths.backlog);
  if (stat === null) return readBacklogOrNull(ports, paths);
  const version = `${stat.inode}-${stat.size}-${stat.mtimeMs}`;
  const now = last?.version === version ? last : { version, backlog: await readBacklogOrNull(ports, paths) };
  known.set(paths.backlog, now);
  for (const oldest of known.keys()) if (known.size > MOST_BACKLOGS) known.delete(oldest);
  return now.backlog;
}
