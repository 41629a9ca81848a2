import { compareIds } from "#core/backlog/compare-ids";
import { refuseDuplicate } from "#core/backlog/refuse-duplicate";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Ports } from "#engine/ports";
import { shownPath } from "#engine/files/shown-path";
import { readArchivedDone } from "#engine/stores/archive-store";

/** The item of this id; `4` finds `004` when no id is spelled like that. */
export function lookUpItem(items: readonly BacklogItem[], id: string): BacklogItem | null {
  const exact = items.find((item) => item.id === id);
  if (exact) return exact;
  const number = /^0*(\d+)$/.exec(id)?.[1];
  return items.find((item) => number !== undefined && /^0*(\d+)$/.exec(item.id)?.[1] === number) ?? null;
}

/** As lookUpItem, or NOT_FOUND with the highest id that was ever given. Of an id that several have, none: CONFLICT, for nobody can say which is meant. */
export async function findItem(
  ports: Ports,
  paths: BacklogPaths,
  items: readonly BacklogItem[],
  id: string,
): Promise<BacklogItem> {
  const found = lookUpItem(items, id);
  if (found) {
    refuseDuplicate(shownPath(paths, paths.backlog), items, found.id);
    return found;
  }
  const archived = await readArchivedDone(ports, paths);
  const highest = [...items.map((item) => item.id), ...archived.ids].sort(compareIds).at(-1);
  throw new ToolError("NOT_FOUND", `There is no item ${id}.`, {
    details: { id },
    reason: archived.ids.has(id)
      ? `${id} is in the archive: ${archived.titles.get(id) ?? ""}`
      : highest === undefined
        ? "The backlog is empty."
        : `The highest id is ${highest}, the archive included.`,
    hints: [{ command: `${TOOL_NAME} backlog list` }],
  });
}
