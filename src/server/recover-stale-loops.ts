import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import { discoverProjects } from "#engine/operations/discover-projects";
import { recoverStaleLoop } from "#engine/operations/recover-stale-loop";
import type { Ports } from "#engine/ports";

/** At server start: mends the interrupted loops of every project under the root; one that can't be mended keeps no other from it. */
export async function recoverStaleLoops(
  ports: Ports,
  root: string,
  log: (line: string) => void,
): Promise<void> {
  for (const { path } of await discoverProjects(ports, root)) {
    try {
      const mended = await recoverStaleLoop(ports, backlogPaths(path));
      if (mended !== null) log(`${path}: an interrupted loop was recovered`);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      log(`${path}: ${error.message}`);
    }
  }
}
