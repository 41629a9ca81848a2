import type { BacklogPaths } from "#contracts/paths";
import type { ArchiveEntry } from "#contracts/schema/archive";
import type { Ports } from "#engine/ports";
import { listMonths, readMonth } from "#engine/stores/archive-store";

/** Every archived month with its number of items, newest first. */
export async function listArchive(ports: Ports, paths: BacklogPaths): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for (const month of (await listMonths(ports, paths)).reverse()) {
    const count = (await readMonth(ports, paths, month))?.items.length ?? 0;
    entries.push({ month, count });
  }
  return entries;
}
