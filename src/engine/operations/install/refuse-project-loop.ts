import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { listActiveLoops } from "#engine/stores/active-loops";

/** LOCK_CONFLICT while a loop works on any backlog of the project: they share what was installed. */
export async function refuseProjectLoop(ports: Ports, paths: BacklogPaths, then: string): Promise<void> {
  await refuseLiveLoop(ports, paths, then);
  const project = (await ports.files.realPath(paths.projectPath)) ?? paths.projectPath;
  for (const { projectPath, backlogRoot } of await listActiveLoops(ports)) {
    if (((await ports.files.realPath(projectPath)) ?? projectPath) !== project) continue;
    await refuseLiveLoop(ports, backlogPaths(projectPath, backlogRoot), then);
  }
}
