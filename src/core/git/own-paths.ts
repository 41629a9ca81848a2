import { FILES, INSTRUCTION_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";

/** Written once and read by people and agents: unlike the rest of a state directory they change only by intent. */
const INSTALLED: readonly string[] = [INSTRUCTION_FILE, REVIEW_FILE, FILES.schema];
const ARCHIVED_MONTH = /^\d{4}-\d\d\.json$/;

/** Whether a path of the work tree lies in a state directory, of whichever backlog. */
export const inStateDir = (path: string): boolean => path.split("/").includes(STATE_DIR);

/** Whether people and runs change a file of a state directory all the time, the backlog and progress.md among them: no reason to refuse a run. */
export const isLivingPath = (path: string): boolean =>
  inStateDir(path) && !INSTALLED.includes(path.slice(path.lastIndexOf("/") + 1));

/** What of a work tree is a backlog's and no work of an item; paths from its top level, "/" separated. */
export interface OwnPaths {
  readonly isOwn: (path: string) => boolean;
  /** As isLivingPath, of all that is own. */
  readonly isLiving: (path: string) => boolean;
  /** The files and folders outside of a state directory, which git has to be told by name; none where the root is one. */
  readonly beside: readonly string[];
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
  return {
    isOwn: (path) => inStateDir(path) || isBeside(path),
    isLiving: (path) => isLivingPath(path) || isBeside(path),
    beside: paths.root === paths.stateDir ? [] : [backlog, progress, archive],
  };
}
