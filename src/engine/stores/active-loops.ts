import type { LoopStatus } from "#contracts/loop-states";
import { globalPaths, type BacklogPaths } from "#contracts/paths";
import { FILES } from "#contracts/names";
import type { ActiveLoopEntry } from "#contracts/schema/active-loop";
import { ACTIVE_LOOP_SHAPE, fits } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { inspectLock } from "#engine/files/inspect-lock";
import { jsonText } from "#engine/files/json-text";

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
  const entry = await ownEntry(ports, path);
  if (entry !== null) await atomicWrite(ports, path, jsonText({ ...entry, status }));
}

export async function removeActiveLoop(ports: Ports, paths: BacklogPaths): Promise<void> {
  const path = await entryPath(ports, paths);
  if ((await ownEntry(ports, path)) !== null) await ports.files.remove(path);
}

/** Every loop of the machine whose lock its process still holds. */
export async function listActiveLoops(ports: Ports): Promise<ActiveLoopEntry[]> {
  return listLoops(ports, "alive");
}

/** Loops whose process died with their lock: they are still to be mended. */
export async function listDeadLoops(ports: Ports): Promise<ActiveLoopEntry[]> {
  return listLoops(ports, "dead");
}

/** Entries of loops that neither run nor need mending are removed. What can't be looked at just now stays: without its entry a loop would be told and mended by nobody. */
async function listLoops(ports: Ports, wanted: "alive" | "dead"): Promise<ActiveLoopEntry[]> {
  const directory = activeDir(ports);
  const listed: ActiveLoopEntry[] = [];
  for (const { name } of (await ports.files.list(directory)) ?? []) {
    if (!/^[0-9a-f]{16}\.json$/.test(name)) continue;
    const path = `${directory}/${name}`;
    const entry = await readEntry(ports, path);
    if (entry === null) continue;
    const standing = entry === "broken" ? "over" : await standingOf(ports, entry);
    if (entry !== "broken" && standing === wanted) listed.push(entry);
    else if (standing === "over") await ports.files.remove(path).catch(() => false);
  }
  return listed;
}

/** What stands in the place of one lock must not hide the loops of the others. */
async function standingOf(
  ports: Ports,
  { stateDir }: ActiveLoopEntry,
): Promise<"alive" | "dead" | "over" | "unknown"> {
  const lock = await inspectLock(ports, `${stateDir}/${FILES.lock}`).catch(() => null);
  if (lock === null) return "unknown";
  if (lock.record === null) return "over";
  return lock.alive ? "alive" : "dead";
}

const activeDir = (ports: Ports): string => globalPaths(ports.machine.home).active;

/** One file for one state directory, whatever links lead to it. */
async function entryPath(ports: Ports, { stateDir }: BacklogPaths): Promise<string> {
  const resolved = (await ports.files.realPath(stateDir)) ?? stateDir;
  return `${activeDir(ports)}/${ports.machine.sha256(resolved).slice(0, HASH_CHARS)}.json`;
}

async function ownEntry(ports: Ports, path: string): Promise<ActiveLoopEntry | null> {
  const entry = await readEntry(ports, path);
  return entry !== "broken" && entry?.pid === ports.machine.pid ? entry : null;
}

/** Null: it is gone, or can't be read. */
async function readEntry(ports: Ports, path: string): Promise<ActiveLoopEntry | "broken" | null> {
  const text = await ports.files.read(path).catch(() => null);
  return text === null ? null : parse(text);
}

function parse(text: string): ActiveLoopEntry | "broken" {
  try {
    const value: unknown = JSON.parse(text);
    return fits(ACTIVE_LOOP_SHAPE, value) ? value : "broken";
  } catch {
    return "broken";
  }
}
