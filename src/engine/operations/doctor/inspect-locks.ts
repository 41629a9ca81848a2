import type { LockFacts } from "#core/doctor/check-lock";
import { parentOf } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { FILES, GIT_LOCK_FILE, MARKER_FILE, SECTION_LOCK_SUFFIX } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { blame, tempBeside } from "#engine/files/atomic-write";
import { inspectLock } from "#engine/files/inspect-lock";
import { isMonth } from "#engine/stores/archive-store";
import { withWriteRemedy } from "#engine/files/write-remedy";
import { shownPath } from "#engine/files/shown-path";

/** Who holds the locks of the loop, and which of those of single files are nobody's any more. */
export async function inspectLocks(ports: Ports, paths: BacklogPaths): Promise<LockFacts> {
  const root = await loopLock(ports, paths.lock);
  const repository = await ports.git.repository(paths.projectPath);
  const gitLock = repository === null ? null : `${repository.gitDir}/${GIT_LOCK_FILE}`;
  const own = gitLock === null ? null : await loopLock(ports, gitLock);
  const loop = root ?? own;
  const lockFiles = [paths.lock, ...(gitLock === null ? [] : [gitLock])];
  const closed = loop?.alive === true ? null : await whatIsClosed(ports, paths, lockFiles);
  return { loop, staleSections: await staleSections(ports, paths), closed };
}

/** The first of the lock files whose folder lets nothing be created. Only a try tells, of a disk that is read-only, too. */
async function whatIsClosed(
  ports: Ports,
  paths: BacklogPaths,
  lockFiles: readonly string[],
): Promise<LockFacts["closed"]> {
  for (const path of lockFiles) {
    if ((await ports.files.stat(parentOf(path))) === null) continue;
    const temp = tempBeside(ports, path);
    try {
      await ports.files.write(temp, "", { exclusive: true });
      await ports.files.remove(temp);
    } catch (error) {
      const told = await withWriteRemedy(ports, paths, blame(error, temp, path));
      if (!(told instanceof ToolError)) throw told;
      return { words: told.message.replace(/\.$/, ""), remedies: told.hints ?? [] };
    }
  }
  return null;
}

const loopLock = async (ports: Ports, path: string): Promise<LockFacts["loop"]> => {
  const { record, alive } = await inspectLock(ports, path);
  if (record === null) return null;
  return { pid: record === "unreadable" ? null : record.pid, alive };
};

const staleSections = async (ports: Ports, paths: BacklogPaths): Promise<string[]> => {
  const stale: string[] = [];
  for (const folder of new Set([paths.projectPath, paths.root, paths.stateDir, paths.archive])) {
    for (const { name, kind } of (await ports.files.list(folder)) ?? []) {
      if (kind !== "file" || !isSection(name)) continue;
      const path = `${folder}/${name}`;
      if ((await inspectLock(ports, path)).stale) stale.push(shownPath(paths, path));
    }
  }
  return stale;
};

/** A project may have locks of its own: only those beside files of ours count. */
function isSection(name: string): boolean {
  if (!name.endsWith(SECTION_LOCK_SUFFIX)) return false;
  const file = name.slice(0, -SECTION_LOCK_SUFFIX.length);
  const ours = [MARKER_FILE, FILES.backlog, `${FILES.lock}.guard`];
  return ours.includes(file) || (file.endsWith(".json") && isMonth(file.slice(0, -5)));
}
