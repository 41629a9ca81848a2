import { NO_MIGRATION, type MigratePlan } from "#core/install/migrate-plan";
import type { PlanStep } from "#core/install/plan-step";
import { LEGACY, STATE_DIR } from "#contracts/names";

/** Names of backups, in a state directory; git ignores what lies in them. */
const BACKUP_FOLDER = /^legacy-\d{8}-\d{6}\.bak\/?$/;
const HALF_MADE = /^legacy-\d{8}-\d{6}\.tmp\/?$/;
const DEBRIS = /(?:^|\/)legacy-\d{8}-\d{6}\.(?:bak|tmp)\/|\.(?:lock|tmp)$/;

export interface BackupInput {
  /** Every file below the legacy directory, relative to it; null: there is no such directory. */
  readonly legacyFiles: readonly string[] | null;
  /** Of files beside it; null or absent: the file isn't there. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** Names in the present directory; null: there is none. */
  readonly entries: readonly string[] | null;
  /** YYYYMMDD-HHmmss. */
  readonly stamp: string;
}

export const isBackup = (name: string): boolean => BACKUP_FOLDER.test(name);
/** Of a run that was killed. */
export const isHalfMade = (name: string): boolean => HALF_MADE.test(name);

/** Removes what earlier migrations have put aside; names as in the directory, which may be missing. */
export function cleanBackups(entries: readonly string[] | null, directory: string): MigratePlan {
  const old = (entries ?? []).filter(isBackup);
  if (old.length === 0) return NO_MIGRATION;
  const paths = old.map((name) => `${directory}/${name.replace(/\/$/, "")}`);
  return {
    steps: paths.map((path) => ({ kind: "remove-tree", path })),
    actions: paths.map((path) => ({ action: "removed", file: `${path}/`, detail: "a backup" })),
  };
}

/** Copies first, of everything that will change or move; they get their name when they are whole, and move along with the directory. */
export function planBackup(input: BackupInput, rewritten: readonly string[]): MigratePlan {
  const { legacyFiles, entries, stamp } = input;
  const home = legacyFiles === null ? STATE_DIR : LEGACY.stateDir;
  const names = new Set((legacyFiles ?? entries ?? []).map((path) => path.split("/")[0] ?? ""));
  const folder = `legacy-${stamp}.bak`;
  // Of a run that was killed within this second.
  if (names.has(folder)) return NO_MIGRATION;
  const temp = `${home}/legacy-${stamp}.tmp`;
  const beside = [LEGACY.markerFile, LEGACY.instructionFile, ...rewritten].filter(
    (path) => !path.startsWith(`${LEGACY.stateDir}/`) && (input.texts[path] ?? null) !== null,
  );
  const inside = (legacyFiles ?? []).filter((path) => !DEBRIS.test(path));
  const copies = [...inside.map((path) => `${LEGACY.stateDir}/${path}`), ...new Set(beside)];
  const half = [...names].filter(isHalfMade);
  return {
    steps: [
      ...half.map((name): PlanStep => ({ kind: "remove-tree", path: `${home}/${name}` })),
      { kind: "write", path: `${temp}/.gitignore`, text: "*\n" },
      ...copies.map((path): PlanStep => ({ kind: "copy", path, to: `${temp}/files/${path}` })),
      { kind: "rename", path: temp, to: `${home}/${folder}` },
    ],
    actions: [{ action: "backup", file: `${STATE_DIR}/${folder}/`, detail: "" }],
  };
}
