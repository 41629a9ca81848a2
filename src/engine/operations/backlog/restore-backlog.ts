import { countItems } from "#core/install/artifact-facts";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { restoreBackup } from "#engine/stores/backlog-store";

export interface Restored {
  readonly items: number;
  /** What stood there and is the copy now; its items null: it can't be read. Null: nothing stood there. */
  readonly replaced: { readonly items: number | null } | null;
}

/** Brings the backlog back as it was before its last change, unless a live loop works with it. */
export async function restoreBacklog(ports: Ports, paths: BacklogPaths): Promise<Restored> {
  await refuseLiveLoop(ports, paths, "restore");
  const replaced = await replacedBy(ports, paths);
  const { items } = await restoreBackup(ports, paths);
  return { items: items.length, replaced };
}

async function replacedBy(ports: Ports, paths: BacklogPaths): Promise<Restored["replaced"]> {
  try {
    const text = await ports.files.read(paths.backlog);
    return text === null ? null : { items: countItems(text) };
  } catch (error) {
    if (error instanceof ToolError) return { items: null };
    throw error;
  }
}
