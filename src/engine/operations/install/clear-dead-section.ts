import { MARKER_FILE, SECTION_LOCK_SUFFIX } from "#contracts/names";
import type { Ports } from "#engine/ports";
import { sweepTemps } from "#engine/files/atomic-write";
import { withSection } from "#engine/files/write-section";

/** Clears what a process that died while it changed the installation left beside the marker: its work may be done, but not its lock be gone. */
export async function clearDeadSection(ports: Ports, projectPath: string): Promise<void> {
  const marker = `${projectPath}/${MARKER_FILE}`;
  if ((await ports.files.stat(marker + SECTION_LOCK_SUFFIX)) === null) return;
  await withSection(ports, marker, () => sweepTemps(ports, projectPath));
}
