import { ToolError } from "#contracts/error";
import type { Files, FileStat, Ports } from "#engine/ports";

export interface AtomicWriteOptions {
  /** Where what stood in the file before is kept; never torn, never missing in between. */
  readonly backup?: string;
  /** What the temporary file is named after, where it must not lie next to the file. */
  readonly beside?: string;
  /** Permissions of a new file; an existing one keeps its own. */
  readonly mode?: number;
}

const TEMP_NAME = /\.(\d+)-[0-9a-f]{8}\.tmp$/;

/** Replaces a file whole: readers see the old text or the new, a crash leaves one of them. A link is followed; whether it may lead there is the caller's question. */
export async function atomicWrite(
  ports: Ports,
  path: string,
  text: string,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const { files } = ports;
  const target = await findTarget(files, path);
  const mode = target.stat?.mode ?? options.mode;
  // Behind a link it may be another disk, onto which nothing can be moved.
  const temp = tempBeside(ports, target.path === path ? (options.beside ?? path) : target.path);
  try {
    await files.write(temp, text, { exclusive: true, ...(mode === undefined ? {} : { mode: mode & 0o777 }) });
    if (options.backup !== undefined && target.stat !== null) {
      await keepBackup(ports, target.path, target.stat, options.backup);
    }
    await files.rename(temp, target.path);
  } catch (error) {
    await discard(files, temp);
    throw blame(error, temp, path);
  }
}

/** A name beside a file that says which process writes it, for sweepTemps. */
export function tempBeside(ports: Ports, path: string): string {
  return `${path}.${ports.machine.pid}-${ports.machine.uuid().slice(0, 8)}.tmp`;
}

/** Removes what writers that died half-way left in a directory; gives the number removed. */
export async function sweepTemps(ports: Ports, directory: string): Promise<number> {
  let removed = 0;
  for (const { name } of (await ports.files.list(directory)) ?? []) {
    const pid = TEMP_NAME.exec(name)?.[1];
    if (pid === undefined || Number(pid) === ports.machine.pid) continue;
    if ((await ports.processes.identify(Number(pid))).alive) continue;
    if (await ports.files.remove(`${directory}/${name}`)) removed += 1;
  }
  return removed;
}

/** The error of a write says the file that the user knows, not our temporary name for it. */
export function blame(error: unknown, temp: string, path: string): unknown {
  if (!(error instanceof ToolError) || !error.message.includes(temp)) return error;
  return new ToolError(error.code, error.message.replaceAll(temp, path), {
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.hints === undefined ? {} : { hints: error.hints }),
    details: { ...error.details, path },
    cause: error,
  });
}

async function findTarget(files: Files, path: string): Promise<{ path: string; stat: FileStat | null }> {
  const stat = await files.linkStat(path);
  if (stat?.kind !== "link") return { path, stat };
  const real = await files.realPath(path);
  return real === null ? { path, stat: null } : { path: real, stat: await files.stat(real) };
}

/** A second name for the old file, moved over the last backup. Both are the same file after a crash between this and the write: then it is kept already. */
async function keepBackup(ports: Ports, path: string, stat: FileStat, backup: string): Promise<void> {
  const { files } = ports;
  if ((await files.linkStat(backup))?.inode === stat.inode) return;
  const temp = tempBeside(ports, backup);
  try {
    if ((await files.link(path, temp)) === "linked") await files.rename(temp, backup);
  } catch (error) {
    await discard(files, temp);
    throw blame(error, temp, backup);
  }
}

/** A disk that is full or read-only may refuse this too; the first error is the one to tell. */
async function discard(files: Files, temp: string): Promise<void> {
  try {
    await files.remove(temp);
  } catch {
    // sweepTemps finds it.
  }
}
