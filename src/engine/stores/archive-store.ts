import { mergeMonth, type SweepPlan } from "#core/archive/plan-sweep";
import type { BacklogPaths } from "#contracts/paths";
import type { ArchiveMonth } from "#contracts/schema/archive";
import { ARCHIVE_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";
import { besideOf, ensureStateDir } from "#engine/stores/state-dir";
import { withSection } from "#engine/files/write-section";

export interface ArchivedDone {
  readonly ids: ReadonlySet<string>;
  /** By id. */
  readonly titles: ReadonlyMap<string, string>;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const MONTH_FILE = /^(\d{4}-(?:0[1-9]|1[0-2]))\.json$/;

/** Whether a word is a calendar month, YYYY-MM. */
export const isMonth = (word: string): boolean => MONTH.test(word);

/** Every archived item, in as many reads as there are months: to be asked for only when an id isn't in the backlog. */
export async function readArchivedDone(ports: Ports, paths: BacklogPaths): Promise<ArchivedDone> {
  const titles = new Map<string, string>();
  for (const month of await listMonths(ports, paths)) {
    for (const { id, title } of (await readMonth(ports, paths, month))?.items ?? []) titles.set(id, title);
  }
  return { ids: new Set(titles.keys()), titles };
}

/** YYYY-MM, oldest first. */
export async function listMonths(ports: Ports, paths: BacklogPaths): Promise<string[]> {
  const entries = (await ports.files.list(paths.archive)) ?? [];
  return entries.flatMap(({ name }) => MONTH_FILE.exec(name)?.[1] ?? []).sort();
}

/** Null when nothing was archived in that month. */
export async function readMonth(
  ports: Ports,
  paths: BacklogPaths,
  month: string,
): Promise<ArchiveMonth | null> {
  const path = monthPath(paths, month);
  return readRecord(ports, path, "archive", ARCHIVE_SHAPE, shownPath(paths, path));
}

/** Re-reads, changes and writes one month in its section. */
export async function writeMonth(
  ports: Ports,
  paths: BacklogPaths,
  month: string,
  change: (current: ArchiveMonth | null) => ArchiveMonth,
): Promise<ArchiveMonth> {
  await ports.files.makeDir(paths.archive);
  await ensureStateDir(ports, paths);
  const path = monthPath(paths, month);
  const beside = besideOf(paths, path);
  const write = async (): Promise<ArchiveMonth> => {
    const changed = change(await readMonth(ports, paths, month));
    await atomicWrite(ports, path, jsonText(changed), { beside });
    return changed;
  };
  return withSection(ports, path, write, null, beside);
}

/** Adds items to their months, oldest month first; what is there already is not doubled. */
export async function archiveItems(
  ports: Ports,
  paths: BacklogPaths,
  byMonth: SweepPlan["byMonth"],
): Promise<void> {
  for (const [month, items] of byMonth) {
    await writeMonth(ports, paths, month, (current) => mergeMonth(current, month, items));
  }
}

export const monthPath = (paths: BacklogPaths, month: string): string => `${paths.archive}/${month}.json`;
