import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { FILES, LEGACY } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { refuseProjectLoop } from "#engine/operations/install/refuse-project-loop";
import type { Ports } from "#engine/ports";

/** LOCK_CONFLICT while a loop works on the project, the legacy tool's or this one's. */
export async function refuseLegacyLoop(ports: Ports, paths: BacklogPaths): Promise<void> {
  const lock = `${paths.projectPath}/${LEGACY.stateDir}/${FILES.lock}`;
  const pid = await livingOwner(ports, lock);
  if (pid !== null) throw held(`A loop is running in ${folderName(paths.projectPath)}.`, pid);
  await refuseProjectLoop(ports, paths, "migrate");
}

/** LOCK_CONFLICT while the legacy tool's server runs, or one of its loops. */
export async function refuseLegacyServer(ports: Ports): Promise<void> {
  const registry = `${ports.machine.home}/${LEGACY.globalDir}`;
  const server = await livingOwner(ports, `${registry}/server.json`);
  if (server !== null) throw held(`The server of ${LEGACY.name} is running.`, server);
  for (const { name } of (await ports.files.list(`${registry}/active`)) ?? []) {
    const pid = await livingOwner(ports, `${registry}/active/${name}`);
    if (pid !== null) throw held(`A loop of ${LEGACY.name} is running.`, pid);
  }
}

/** The pid that a record names, as JSON or bare, when that process lives. */
async function livingOwner(ports: Ports, path: string): Promise<number | null> {
  const text = await ports.files.read(path).catch(() => null);
  const found = /"pid"\s*:\s*(\d+)|^\s*(\d+)\s*$/.exec(text ?? "");
  const pid = Number(found?.[1] ?? found?.[2] ?? 0);
  return pid > 0 && (await ports.processes.identify(pid)).alive ? pid : null;
}

function held(sentence: string, pid: number): ToolError {
  return new ToolError("LOCK_CONFLICT", sentence, {
    details: { pid },
    reason: `It is process ${pid}; stop it first. Nothing was written.`,
  });
}
