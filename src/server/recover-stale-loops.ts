import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { projectFolders } from "#engine/operations/projects/discover-projects";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { recoverStaleLoop } from "#engine/operations/loop/recover-stale-loop";
import type { Ports } from "#engine/ports";
import { listDeadLoops } from "#engine/stores/active-loops";
import { openProject } from "#server/sandbox";

interface Place {
  readonly id: string;
  /** Null: the project's own. */
  readonly backlogRoot: string | null;
}

/** At server start: mends the interrupted loops of every project under the root; one that can't be mended keeps no other from it. */
export async function recoverStaleLoops(
  ports: Ports,
  root: string,
  log: (line: string) => void,
): Promise<void> {
  for (const { id, backlogRoot } of await loopPlaces(ports, root)) {
    try {
      const { paths } = await openProject(ports, root, id, backlogRoot);
      const mended = await recoverStaleLoop(fencePorts(ports, paths.projectPath), paths);
      if (mended !== null) log(`${backlogRoot ?? paths.projectPath}: an interrupted loop was recovered`);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      log(`${backlogRoot ?? id}: ${error.message}`);
    }
  }
}

/** Each project's own backlog, and every other that a loop died on. */
async function loopPlaces(ports: Ports, root: string): Promise<Place[]> {
  const folders = await projectFolders(ports, root);
  const paths = new Set(folders.map(({ path }) => path));
  const dead = (await listDeadLoops(ports)).filter(({ projectPath }) => paths.has(projectPath));
  return [
    ...folders.map(({ id }) => ({ id, backlogRoot: null })),
    ...dead.map(({ projectPath, backlogRoot }) => ({ id: folderName(projectPath), backlogRoot })),
  ];
}
