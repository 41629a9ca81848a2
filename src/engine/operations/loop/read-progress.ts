import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";

/** What the sessions have noted for the ones after them, as it stands in progress.md; null when there is none. */
export function readProgress(ports: Ports, { progress }: BacklogPaths): Promise<string | null> {
  return ports.files.read(progress);
}
