import { ARTIFACT } from "#core/install/artifact-paths";
import { FILES, STATE_DIR } from "#contracts/names";

const INSTALLED: readonly string[] = [ARTIFACT.instruction, ARTIFACT.review, ARTIFACT.schema];

/** What people and runs have put into a state directory, the most telling first. */
const DATA: readonly string[] = [
  FILES.backlog,
  FILES.progress,
  FILES.log,
  `${FILES.archive}/`,
  FILES.events,
  FILES.backup,
  FILES.state,
  FILES.iterationStatus,
  FILES.agentRecord,
  FILES.lock,
  FILES.done,
  FILES.cancel,
  ".gitignore",
];

/** Beside the file that it belongs to: a lock, a half-written text, an old copy. */
const DEBRIS = /\.(?:lock|tmp|bak\/?)$/;

/** Months, and what a reset or a new run has put aside. */
const ARCHIVED = /^(?:\d{4}-\d{2}\.json|\d{8}-\d{6}-.+)$/;

export type StateName = "installed" | "data" | "foreign";

/** Whose a name in a state directory is; that of a folder has a slash at its end. */
export function stateName(name: string): StateName {
  if (INSTALLED.includes(`${STATE_DIR}/${name}`)) return "installed";
  return DATA.includes(name) || DEBRIS.test(name) ? "data" : "foreign";
}

/** For lists: what a person asks for first, then the rest by name. */
export function compareStateNames(a: string, b: string): number {
  const rank = (name: string): number => (DATA.includes(name) ? DATA.indexOf(name) : DATA.length);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** Whether a name in the archive is one that the tool has made. */
export const isArchived = (name: string): boolean => ARCHIVED.test(name) || DEBRIS.test(name);
