import { summarize } from "#core/backlog/summarize";
import { folderName, parentOf } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import { MARKER_FILE } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { DiscoveredProject } from "#contracts/schema/project";
import type { BacklogSummary } from "#contracts/schema/status";
import { BACKLOG_SHAPE } from "#contracts/shapes";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import type { Ports } from "#engine/ports";
import { readMarker } from "#engine/stores/marker-store";
import { readRecord } from "#engine/files/read-record";
import { shownPath } from "#engine/files/shown-path";

export interface FoundProject {
  readonly project: DiscoveredProject;
  readonly paths: BacklogPaths;
  /** Of nothing where there is no backlog, or none that can be read. */
  readonly summary: BacklogSummary;
}

/** Told how many folders were looked at so far. */
export type OnProgress = (folders: number) => void;

/** The projects directly under the root, and the root itself where it is one; one that can't be read is listed with its fault, ignored ones with the others. */
export async function discoverProjects(
  ports: Ports,
  root: string,
  onProgress?: OnProgress,
): Promise<DiscoveredProject[]> {
  return (await findProjects(ports, root, onProgress)).map(({ project }) => project);
}

/** As discoverProjects, with what was read on the way. */
export async function findProjects(
  ports: Ports,
  root: string,
  onProgress?: OnProgress,
): Promise<FoundProject[]> {
  const found: FoundProject[] = [];
  const rest = takeRests(ports);
  for (const { path, id } of await projectFolders(ports, root, onProgress)) {
    found.push(await lookAt(ports, backlogPaths(path), id));
    await rest();
  }
  return found;
}

/** A folder with a marker. */
export interface ProjectFolder {
  readonly path: string;
  readonly id: string;
}

/** The same projects in the same order, of which nothing is read. */
export async function projectFolders(
  ports: Ports,
  root: string,
  onProgress?: OnProgress,
): Promise<ProjectFolder[]> {
  const entries = await ports.files.list(root);
  if (entries === null) throw noRoot(root);
  const base = root === "/" ? "" : root;
  const folders = entries.filter(({ kind }) => kind === "directory" || kind === "link");
  const found: ProjectFolder[] = [];
  const rest = takeRests(ports);
  for (let at = 0; at < folders.length; at += STRIDE) {
    const stride = folders.slice(at, at + STRIDE);
    const markers = new Set(
      await ports.files.present(stride.map(({ name }) => `${base}/${name}/${MARKER_FILE}`)),
    );
    for (const { name, kind } of stride) {
      const path = `${base}/${name}`;
      if (!markers.has(`${path}/${MARKER_FILE}`)) continue;
      if (kind === "directory" || (await isOwnLink(ports, root, path))) found.push({ path, id: name });
    }
    if (await rest()) onProgress?.(at + stride.length);
  }
  return withRoot(ports, root, found);
}

/** Folders looked at in one go. */
const STRIDE = 256;
/** Reading is synchronous at the bottom: after this long the event loop gets a turn, so that a spinner can turn and a signal be heard. */
const REST_AFTER_MS = 25;

/** True: it was time, and a rest was taken. */
function takeRests({ clock }: Ports): () => Promise<boolean> {
  let rested = clock.monotonic();
  return async () => {
    if (clock.monotonic() - rested < REST_AFTER_MS) return false;
    await clock.sleep(0);
    rested = clock.monotonic();
    return true;
  };
}

/** A child of the same name wins. */
async function withRoot(ports: Ports, root: string, found: ProjectFolder[]): Promise<ProjectFolder[]> {
  const id = folderName(root);
  if (found.some((folder) => folder.id === id) || !(await hasMarker(ports, root))) return found;
  return [...found, { path: root, id }].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function hasMarker(ports: Ports, path: string): Promise<boolean> {
  return (await ports.files.present([`${path}/${MARKER_FILE}`])).length > 0;
}

/** One folder as the list shows it, by any of its backlogs; null: it is no project. */
export async function findProject(ports: Ports, paths: BacklogPaths): Promise<FoundProject | null> {
  const { projectPath } = paths;
  return (await hasMarker(ports, projectPath)) ? lookAt(ports, paths, folderName(projectPath)) : null;
}

/** A link counts where it stays inside the root and isn't a second name of a folder that is listed anyway. */
async function isOwnLink(ports: Ports, root: string, path: string): Promise<boolean> {
  const realRoot = (await ports.files.realPath(root)) ?? root;
  const real = await ports.files.realPath(path);
  if (real === null || real === realRoot || !isInside(realRoot, real)) return false;
  return parentOf(real) !== realRoot;
}

async function lookAt(ports: Ports, paths: BacklogPaths, id: string): Promise<FoundProject> {
  const path = paths.projectPath;
  try {
    const fenced = await fencedWhereLinked(ports, paths);
    const marker = await readMarker(fenced, paths);
    const file = shownPath(paths, paths.backlog);
    const backlog = await readRecord(fenced, paths.backlog, "backlog", BACKLOG_SHAPE, file);
    const name = backlog?.project || id;
    return { project: { id, path, name, marker }, paths, summary: summarize(backlog?.items ?? []) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const project = { id, path, name: id, marker: null, error: faultOf(error, paths) };
    return { project, paths, summary: summarize([]) };
  }
}

/** A link may lead into the project beside it. Most have none, and a fence for each of thousands would be dear. */
async function fencedWhereLinked(ports: Ports, paths: BacklogPaths): Promise<Ports> {
  for (const path of [paths.marker, paths.stateDir, paths.backlog]) {
    const stat = await ports.files.linkStat(path);
    if (stat?.kind === "link") return fencePorts(ports, paths.projectPath);
  }
  return ports;
}

function faultOf(error: ToolError, paths: BacklogPaths): NonNullable<DiscoveredProject["error"]> {
  const { file, path, line } = error.details ?? {};
  const named = [file, path].find((one): one is string => typeof one === "string") ?? MARKER_FILE;
  const shown = shownPath(paths, named);
  const sentence = error.message.replace(named, () => shown).replace(/\.$/, "");
  return {
    code: error.code,
    message: typeof line === "number" ? `${sentence}, line ${line}` : sentence,
    file: shown,
  };
}

function noRoot(root: string): ToolError {
  return new ToolError("TARGET_NOT_FOUND", `There is no folder ${root}.`, {
    details: { path: root },
    reason: "It is the root directory that projects are looked for in.",
  });
}
