import { FILES, INSTRUCTION_FILE, MARKER_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";

/** Written once and read by people and agents: unlike the rest of a state directory they change only by intent. */
const INSTALLED: readonly string[] = [INSTRUCTION_FILE, REVIEW_FILE, FILES.schema];
const ARCHIVED_MONTH = /^\d{4}-\d\d\.json$/;

/** Whether a path of the work tree lies in a state directory, of whichever backlog. */
export const inStateDir = (path: string): boolean => path.split("/").includes(STATE_DIR);

/** Whether people and runs change a file of a state directory all the time, the backlog and progress.md among them: no reason to refuse a run. */
export const isLivingPath = (path: string): boolean =>
  inStateDir(path) && !INSTALLED.includes(path.slice(path.lastIndexOf("/") + 1));

/** Written by runs and commands at any time, besides logs, locks and their like; in a state directory everything else is somebody's own. */
const RECORDS: ReadonlySet<string> = new Set([
  FILES.backlog,
  FILES.progress,
  FILES.state,
  FILES.iterationStatus,
  FILES.agentRecord,
  FILES.done,
  FILES.cancel,
  ".gitignore",
]);
const RECORD = /^archive\/|\.(?:log|ndjson|bak|lock|tmp)$/;

const isRecord = (name: string): boolean => RECORDS.has(name) || RECORD.test(name);

/** What of a work tree is a backlog's and no work of an item; paths from its top level, "/" separated. */
export interface OwnPaths {
  readonly isOwn: (path: string) => boolean;
  /** As isLivingPath, of all that is own. */
  readonly isLiving: (path: string) => boolean;
  /** The files and folders outside of a state directory, which git has to be told by name; none where the root is one. */
  readonly beside: readonly string[];
  /** All that no stash may take: the state directory, and what lies beside it. */
  readonly kept: readonly string[];
  /** Whether a path that no stash takes is an item's work all the same: notes, changed instructions. */
  readonly isForeign: (path: string) => boolean;
  /** The state directory of another backlog that a path lies in, and the files by one of which it is known; null of any other path. */
  readonly otherStateDir: (path: string) => { folder: string; signs: readonly string[] } | null;
}

/** Of a root that isn't a state directory itself the backlog, progress.md and the archive are as much its own. The prefix is the project's folder below the top level, "" or "sub/folder/". */
export function ownPaths(paths: BacklogPaths, prefix: string): OwnPaths {
  const fromTop = (path: string): string => `${prefix}${path.slice(paths.projectPath.length + 1)}`;
  const [backlog, progress] = [fromTop(paths.backlog), fromTop(paths.progress)];
  const archive = fromTop(paths.archive);
  const isBeside = (path: string): boolean =>
    path === backlog ||
    path === progress ||
    (path.startsWith(`${archive}/`) && ARCHIVED_MONTH.test(path.slice(archive.length + 1)));
  const stateDir = fromTop(paths.stateDir);
  const outside = paths.root === paths.stateDir ? [] : [backlog, progress, archive];
  return {
    isForeign: (path) => path.startsWith(`${stateDir}/`) && !isRecord(path.slice(stateDir.length + 1)),
    otherStateDir(path) {
      const at = `/${path}`.indexOf(`/${STATE_DIR}/`);
      if (at < 0 || path.startsWith(`${stateDir}/`)) return null;
      const [holder, folder] = [path.slice(0, at), path.slice(0, at) + STATE_DIR];
      return {
        folder,
        signs: [`${folder}/${FILES.backlog}`, `${holder}${FILES.backlog}`, `${holder}${MARKER_FILE}`],
      };
    },
    kept: [stateDir, ...outside],
    isOwn: (path) => inStateDir(path) || isBeside(path),
    isLiving: (path) => isLivingPath(path) || isBeside(path),
    beside: outside,
  };
}
