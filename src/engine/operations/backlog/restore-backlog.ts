import type { BacklogPaths } from "#contracts/paths";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { restoreBackup } from "#engine/stores/backlog-store";

/** Brings the backlog back as it was before its last change, unless a live loop works with it; gives the number of its items. */
export async function restoreBacklog(ports: Ports, paths: BacklogPaths): Promise<{ readonly items: number }> {
  await refuseLiveLoop(ports, paths, "restore");
  const { items } = await restoreBackup(ports, paths);
  return { items: items.length };
}
