import { ToolError } from "#contracts/error";
import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { PurgeResult } from "#contracts/schema/archive";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { checkMonth } from "#engine/operations/archive/check-month";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { isMonth, listMonths, monthPath, readMonth } from "#engine/stores/archive-store";
import { inBacklogSection, readBacklogOrNull } from "#engine/stores/backlog-store";

export interface ArchivePurge {
  /** `purgedCount` counts items; those of a file that can't be read count none. */
  readonly result: PurgeResult;
  /** Files that are no month: logs and events of earlier runs. */
  readonly otherFiles: number;
  /** Items of the backlog that wait for one that isn't done anywhere any more. */
  readonly dependents: readonly string[];
}

export interface PurgeRequest {
  /** Null: all months, and whatever else lies in the archive. */
  readonly month: string | null;
}

/** What a purge would delete; writes nothing. */
export async function planPurge(
  ports: Ports,
  paths: BacklogPaths,
  { month }: PurgeRequest,
): Promise<ArchivePurge> {
  if (month !== null) checkMonth(month);
  const months = await listMonths(ports, paths);
  const doomed = months.filter((one) => month === null || one === month);
  const gone = await itemsOf(ports, paths, doomed);
  const kept = await itemsOf(
    ports,
    paths,
    months.filter((one) => !doomed.includes(one)),
  );
  return {
    result: { purgedCount: gone.length, purgedMonths: doomed },
    otherFiles: month === null ? await countOthers(ports, paths) : 0,
    dependents: await dependentsOf(ports, paths, gone, kept),
  };
}

/** Deletes one month of the archive, or all of it with its folder (spec: backlog archive purge); that there is none is no fault. */
export async function purgeArchive(
  ports: Ports,
  paths: BacklogPaths,
  request: PurgeRequest,
): Promise<ArchivePurge> {
  if (request.month !== null) checkMonth(request.month);
  // The loop looks up there what its items depend on.
  await refuseLiveLoop(ports, paths, "purge");
  // A sweep happens in the section of the backlog: what it has just archived must not vanish half-way.
  return inBacklogSection(ports, paths, async () => {
    const plan = await planPurge(ports, paths, request);
    for (const month of plan.result.purgedMonths) await ports.files.remove(monthPath(paths, month));
    if (request.month === null) for (const folder of folders(paths)) await ports.files.removeDir(folder);
    return plan;
  });
}

/** Those of the items, and those of the runs; one and the same but for a backlog root of another name. */
const folders = (paths: BacklogPaths): ReadonlySet<string> =>
  new Set([paths.archive, `${paths.stateDir}/${FILES.archive}`]);

async function itemsOf(
  ports: Ports,
  paths: BacklogPaths,
  months: readonly string[],
): Promise<readonly BacklogItem[]> {
  const items: BacklogItem[] = [];
  for (const month of months)
    for (const item of (await readOrNull(ports, paths, month))?.items ?? []) items.push(item);
  return items;
}

/** A torn month may be purged like any other. */
const readOrNull = (ports: Ports, paths: BacklogPaths, month: string) =>
  readMonth(ports, paths, month).catch((error: unknown) => {
    if (error instanceof ToolError && error.code !== "IO_ERROR") return null;
    throw error;
  });

async function countOthers(ports: Ports, paths: BacklogPaths): Promise<number> {
  let count = 0;
  for (const folder of folders(paths)) {
    const entries = (await ports.files.list(folder)) ?? [];
    count += entries.filter(({ name }) => !isMonth(name.replace(/\.json$/, ""))).length;
  }
  return count;
}

async function dependentsOf(
  ports: Ports,
  paths: BacklogPaths,
  gone: readonly BacklogItem[],
  kept: readonly BacklogItem[],
): Promise<string[]> {
  const items = (await readBacklogOrNull(ports, paths))?.items ?? [];
  const known = new Set([...items, ...kept].map(({ id }) => id));
  const lost = new Set(gone.map(({ id }) => id).filter((id) => !known.has(id)));
  const waits = (item: BacklogItem): boolean =>
    item.status !== "done" && (item.dependsOn ?? []).some((id) => lost.has(id));
  return items.filter(waits).map(({ id }) => id);
}
