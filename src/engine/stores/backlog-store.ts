import { replaceItem } from "#core/backlog/edit-backlog";
import { counted } from "#core/text/counted";
import { ToolError, type Hint } from "#contracts/error";
import { FILES, TOOL_NAME } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { BACKLOG_SHAPE } from "#contracts/shapes";
import type { Files, Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { conflictSides } from "#engine/files/conflict-sides";
import { committedBacklog } from "#engine/stores/committed-backlog";
import { backlogText, splicedText } from "#engine/stores/backlog-text";
import { parseRecord } from "#engine/files/read-record";
import { pastSaving } from "#engine/stores/past-saving";
import { besideOf, ensureStateDir } from "#engine/stores/state-dir";
import { shownPath } from "#engine/files/shown-path";
import { withSection, type HeldRecord } from "#engine/files/write-section";

/** The backlog as it stands; FILE_NOT_FOUND when there is none, a malformed one names its place. Both offer the backup where that would help. */
export async function readBacklog(ports: Ports, paths: BacklogPaths): Promise<Backlog> {
  const backlog = await readBacklogOrNull(ports, paths);
  if (backlog !== null) return backlog;
  throw await withFacts(ports, paths, missing(paths));
}

/** As readBacklog, but null when there is none. */
export async function readBacklogOrNull(ports: Ports, paths: BacklogPaths): Promise<Backlog | null> {
  try {
    return await readFile(ports, paths, paths.backlog);
  } catch (error) {
    throw await withFacts(ports, paths, error);
  }
}

/** Re-reads, changes and writes in one section, so that two writers of ours lose neither's edit. The edit gives null for nothing to write, and so does this; what it does to other files meanwhile is done before the backlog's write. Whoever holds the loop lock names its token, and waits for an editor that is saving the file. */
export async function editBacklog(
  ports: Ports,
  paths: BacklogPaths,
  edit: (backlog: Backlog) => Backlog | null | Promise<Backlog | null>,
  loopToken: string | null = null,
): Promise<Backlog | null> {
  const change = async (): Promise<Backlog | null> => {
    const edited = await edit(await readBacklog(ports, paths));
    if (edited !== null) await write(ports, paths, edited);
    return edited;
  };
  try {
    if (loopToken === null) return await inBacklogSection(ports, paths, change);
    const held = { path: paths.lock, token: loopToken };
    return await pastSaving(ports, paths, () => inBacklogSection(ports, paths, change, held));
  } catch (error) {
    if ((await ports.files.stat(paths.root)) === null) throw await withFacts(ports, paths, missing(paths));
    throw error;
  }
}

/** One of our processes at a time has the backlog to itself. A root that isn't there is not made for it. */
export async function inBacklogSection<T>(
  ports: Ports,
  paths: BacklogPaths,
  body: () => Promise<T>,
  held: HeldRecord | null = null,
): Promise<T> {
  const isApart = paths.stateDir !== paths.root && (await ports.files.stat(paths.root)) !== null;
  if (isApart) await ensureStateDir(ports, paths);
  return withSection(ports, paths.backlog, body, held, besideOf(paths, paths.backlog));
}

/** Changes one item of the backlog as it stands; null when there is no such item or nothing to change. */
export async function editItem(
  ports: Ports,
  paths: BacklogPaths,
  id: string,
  change: (item: BacklogItem) => BacklogItem | null,
  loopToken: string | null = null,
): Promise<Backlog | null> {
  const edit = (backlog: Backlog): Backlog | null => {
    const item = backlog.items.find((one) => one.id === id);
    const changed = item === undefined ? null : change(item);
    return changed === null ? null : replaceItem(backlog, changed);
  };
  return editBacklog(ports, paths, edit, loopToken);
}

/** Writes a whole backlog over a file that is gone or unreadable, its folders too. What stood there may be a person's whole evening with one comma missing: gives the file in which it is kept, null where nothing stood there. */
export async function rebuildBacklog(
  ports: Ports,
  paths: BacklogPaths,
  backlog: Backlog,
): Promise<string | null> {
  await ports.files.makeDir(paths.stateDir);
  return inBacklogSection(ports, paths, async () => {
    const kept = await keepBroken(ports, paths);
    await write(ports, paths, backlog);
    return kept;
  });
}

/** Under a name that git ignores as it does the backup, and that no later write takes. */
async function keepBroken(ports: Ports, paths: BacklogPaths): Promise<string | null> {
  const copy = await freeName(ports, paths);
  const isReadable = await ports.files.read(paths.backlog).then(
    () => true,
    () => false,
  );
  if (!isReadable) {
    // A folder, or nobody's to read: nothing can be written over the one, and the other would hand its mode on.
    await ports.files.rename(paths.backlog, copy);
    return shownPath(paths, copy);
  }
  // What can't be kept must not keep the backlog from being there again.
  const linked = await ports.files.link(paths.backlog, copy).catch(() => "absent" as const);
  return linked === "linked" ? shownPath(paths, copy) : null;
}

/** By the second, and two may fall into one. */
async function freeName(ports: Ports, paths: BacklogPaths): Promise<string> {
  const time = new Date(ports.clock.now()).toISOString().replace(/\W|_/g, "").slice(0, 15);
  const named = (more: string): string => `${paths.stateDir}/${FILES.backlog}.${time}${more}.bak`;
  let name = named("");
  for (let n = 2; (await ports.files.stat(name)) !== null; n += 1) name = named(`-${n}`);
  return name;
}

/** Brings the backup back; what it replaces becomes the backup, so nothing is lost and a second restore undoes the first. */
export async function restoreBackup(ports: Ports, paths: BacklogPaths): Promise<Backlog> {
  return inBacklogSection(ports, paths, async () => {
    const backlog = await readFile(ports, paths, paths.backup);
    if (backlog !== null) {
      await write(ports, paths, backlog);
      return backlog;
    }
    const file = shownPath(paths, paths.backup);
    throw new ToolError("FILE_NOT_FOUND", `There is no ${file} to go back to.`, {
      reason: "The first change of the backlog makes one.",
      details: { file },
    });
  });
}

/** The last text of a file and what it said, so that a backlog that nobody has touched is not parsed again. */
interface Reading {
  readonly path: string;
  readonly text: string;
  readonly backlog: Backlog;
}
const readings = new WeakMap<Files, Reading>();

async function write(ports: Ports, paths: BacklogPaths, backlog: Backlog): Promise<void> {
  const known = readings.get(ports.files);
  const spliced = known?.path === paths.backlog ? splicedText(backlog, known) : null;
  const text = spliced ?? backlogText(backlog);
  await ensureStateDir(ports, paths);
  const beside = besideOf(paths, paths.backlog);
  await atomicWrite(ports, paths.backlog, text, { backup: paths.backup, beside });
  readings.set(ports.files, { path: paths.backlog, text, backlog });
}

async function readFile(ports: Ports, paths: BacklogPaths, path: string): Promise<Backlog | null> {
  const last = readings.get(ports.files);
  const known = last?.path === path ? last : undefined;
  const text = await ports.files.read(path, known?.text);
  if (text === null) return null;
  if (known?.text === text) return known.backlog;
  const shownAs = shownPath(paths, path);
  const backlog = await parseRecord(text, { path, kind: "backlog", shape: BACKLOG_SHAPE, shownAs });
  if (path === paths.backlog) readings.set(ports.files, { path, text, backlog });
  return backlog;
}

function missing(paths: BacklogPaths): ToolError {
  const file = shownPath(paths, paths.backlog);
  return new ToolError("FILE_NOT_FOUND", `${file} is missing.`, {
    reason: "Nothing was written.",
    details: { file },
    ...(paths.root === backlogPaths(paths.projectPath).root && {
      hints: [{ command: `${TOOL_NAME} update`, purpose: "bring back what is missing" }],
    }),
  });
}

/** Editors save as UTF-16, too: that is no fault of the disk, and can be mended. */
function notText(paths: BacklogPaths): ToolError {
  const file = shownPath(paths, paths.backlog);
  return new ToolError("INVALID_JSON", `${file} is not UTF-8 text.`, {
    reason: "Save it as UTF-8 in your editor. Nothing was written.",
    details: { file },
  });
}

/** When the file that can't be read was written, and the ways back that lead somewhere. */
async function withFacts(ports: Ports, paths: BacklogPaths, error: unknown): Promise<unknown> {
  if (error instanceof ToolError && error.details?.["notText"] === true)
    return withFacts(ports, paths, notText(paths));
  if (!(error instanceof ToolError) || error.code === "IO_ERROR") return error;
  const [hints, changedAt] = [await waysBack(ports, paths, error), await changedAtOf(ports, paths.backlog)];
  return new ToolError(error.code, error.message, {
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    details: { ...error.details, ...(changedAt !== null && { changedAt }) },
    hints: hints.length === 0 ? error.hints : hints,
  });
}

/** The copy has the items of neither side of a merge; of what is only gone, the last commit mostly knows more than the copy, which is of before the last change. */
async function waysBack(ports: Ports, paths: BacklogPaths, error: ToolError): Promise<readonly Hint[]> {
  if (error.details?.["conflict"] === true) return conflictSides(ports, paths, paths.backlog);
  const restore = await restoreHint(ports, paths);
  const committed = error.code === "FILE_NOT_FOUND" ? await committedBacklog(ports, paths) : null;
  return [committed?.hint ?? null, restore].filter((hint) => hint !== null);
}

async function changedAtOf(ports: Ports, path: string): Promise<string | null> {
  const stat = await ports.files.stat(path).catch(() => null);
  return stat === null ? null : new Date(stat.mtimeMs).toISOString();
}

async function restoreHint(ports: Ports, paths: BacklogPaths): Promise<Hint | null> {
  try {
    const stat = await ports.files.stat(paths.backup);
    const copy = stat && (await readFile(ports, paths, paths.backup));
    if (stat === null || copy === null) return null;
    return {
      command: `${TOOL_NAME} backlog restore --yes`,
      purpose: `back to the copy of ${age(ports.clock.now() - stat.mtimeMs)}, ${counted(copy.items.length, "item")}`,
    };
  } catch {
    return null;
  }
}

function age(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "a moment ago";
  if (minutes < 60) return `${minutes}m ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / (24 * 60))}d ago`;
}
