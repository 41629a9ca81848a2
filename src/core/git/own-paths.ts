import { FILES, INSTRUCTION_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";

/** Written once and read by people and agents: unlike the rest of a state directory they change only by intent. */
const INSTALLED: readonly string[] = [INSTRUCTION_FILE, REVIEW_FILE, FILES.schema];

/** Whether a path of the work tree ("/" separated) lies in a state directory: the tool's own, and no work of an item. */
export const isOwnPath = (path: string): boolean => path.split("/").includes(STATE_DIR);

/** Whether people and runs change it all the time, the backlog and progress.md among them: no reason to refuse a run. */
export const isLivingPath = (path: string): boolean =>
  isOwnPath(path) && !INSTALLED.includes(path.slice(path.lastIndexOf("/") + 1));
