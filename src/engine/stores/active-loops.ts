import type { LoopStatus } from "#contracts/loop-states";
import { globalPaths, type BacklogPaths } from "#contracts/paths";
import { FILES } from "#contracts/names";
import type { ActiveLoopEntry } from "#contracts/schema/active-loop";
import { ACTIVE_LOOP_SHAPE, fits } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/stores/atomic-write";
import { inspectLock } from "#engine/stores/inspect-lock";
import { jsonText } from "#engine/stores/json-text";

const HASH_CHARS = 16;

/** Tells the machine of this process's loop (spec: ActiveLoopEntry). */
export async function registerActiveLoop(
  ports: Ports,
  paths: BacklogPaths,
  run: { readonly startedAt: string; readonly status: LoopStatus },
): Promise<void> {
  await ports.files.makeDir(activeDir(ports));
  const entry: ActiveLoopEntry = {
    stateDir: paths.stateDir,
    projectPath: paths.projectPath,
    backlogRoot: paths.root,
    pid: ports.machine.pid,
    ...run,
  };
  await atomicWrite(ports, await entryPath(ports, paths), jsonText(entry));
}

/** Only this process's own entry; without one nothing happens. */
export async function refreshActiveLoop(
  ports: Ports,
  paths: BacklogPaths,
  status: LoopStatus,
): Promise<void> {
  const path = await entryPath(ports, paths);
  const entry = await readEntry(ports, path);
  if (entry?.pid === ports.machine.pid) await atomicWrite(ports, path, jsonText({ ...entry, status }));
}

export async function removeActiveLoop(ports: Ports, paths: BacklogPaths): Promise<void> {
  const path = await entryPath(ports, paths);
  if ((await readEntry(ports, path))?.pid === ports.machine.pid) await ports.files.remove(path);
}

/** Every loop of the machine whose lock its process still holds; entries of dead ones are removed. */
export async function listActiveLoops(ports: Ports): Promise<ActiveLoopEntry[]> {
  const directory = activeDir(ports);
  const live: ActiveLoopEntry[] = [];
  for (const { name } of (await ports.files.list(directory)) ?? []) {
    if (!/^[0-9a-f]{16}\.json$/.test(name)) continue;
    const path = `${directory}/${name}`;
    const entry = await readEntry(ports, path);
    const lock = entry === null ? null : await inspectLock(ports, `${entry.stateDir}/${FILES.lock}`);
    if (entry === null || lock === null || !lock.alive) await ports.files.remove(path);
    else live.push(entry);
  }
  return live;
}

const activeDir = (ports: Ports): string => globalPaths(ports.machine.home).active;

/** One file for one state directory, whatever links lead to it. */
async function entryPath(ports: Ports, { stateDir }: BacklogPaths): Promise<string> {
  const resolved = (await ports.files.realPath(stateDir)) ?? stateDir;
  return `${activeDir(ports)}/${ports.machine.sha256(resolved).slice(0, HASH_CHARS)}.json`;
}

async function readEntry(ports: Ports, path: string): Promise<ActiveLoopEntry | null> {
  const text = await ports.files.read(path);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return fits(ACTIVE_LOOP_SHAPE, value) ? value : null;
  } catch {
    return null;
  }
}
