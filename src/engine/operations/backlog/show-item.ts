import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { findItem } from "#engine/operations/backlog/find-item";
import type { Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { readBacklog } from "#engine/stores/backlog-store";
import { readMarker } from "#engine/stores/marker-store";

export interface ShownItem {
  readonly item: BacklogItem;
  readonly dependencies: readonly Dependency[];
  /** Ids of the items that depend on it. */
  readonly dependents: readonly string[];
  /** The profile's composite verify command, which the default criterion names. */
  readonly verify: string | null;
}

export interface Dependency {
  readonly id: string;
  /** Null: there is no such item. */
  readonly title: string | null;
  readonly item: BacklogItem | "archived" | null;
}

/** Everything there is to know about one item. */
export async function showItem(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly id: string },
): Promise<ShownItem> {
  const { items } = await readBacklog(ports, paths);
  const item = await findItem(ports, paths, items, input.id);
  const ids = item.dependsOn ?? [];
  const known = new Map(items.map((other) => [other.id, other]));
  const archived = ids.every((id) => known.has(id)) ? null : await readArchivedDone(ports, paths);
  const dependencies = ids.map((id): Dependency => {
    const other = known.get(id);
    if (other) return { id, title: other.title, item: other };
    const title = archived?.titles.get(id) ?? null;
    return { id, title, item: title === null ? null : "archived" };
  });
  const dependents = items.filter((other) => other.dependsOn?.includes(item.id)).map((other) => other.id);
  return { item, dependencies, dependents, verify: (await readMarker(ports, paths))?.profile.verify ?? null };
}
