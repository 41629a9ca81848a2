import { summarize } from "#core/backlog/summarize";
import { folderName, parentOf } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import { MARKER_FILE } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { DiscoveredProject } from "#contracts/schema/project";
import type { BacklogSummary } from "#contracts/schema/status";
import { BACKLOG_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { readMarker } from "#engine/stores/marker-store";
import { readRecord } from "#engine/stores/read-record";
import { shownPath } from "#engine/stores/shown-path";

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
  const entries = await ports.files.list(root);
  if (entries === null) throw noRoot(root);
  const base = root === "/" ? "" : root;
  const folders = entries.filter(({ kind }) => kind === "directory" || kind === "link");
  const found: FoundProject[] = [];
  let rested = ports.clock.monotonic();
  for (let at = 0; at < folders.length; at += STRIDE) {
    const stride = folders.slice(at, at + STRIDE);
    const markers = new Set(
      await ports.files.present(stride.map(({ name }) => `${base}/${name}/${MARKER_FILE}`)),
    );
    for (const { name, kind } of stride) {
      const path = `${base}/${name}`;
      if (!markers.has(`${path}/${MARKER_FILE}`)) continue;
      if (kind === "directory" || (await isOwnLink(ports, root, path)))
        found.push(await lookAt(ports, path, name));
    }
    if (ports.clock.monotonic() - rested < REST_AFTER_MS) continue;
    onProgress?.(at + stride.length);
    await ports.clock.sleep(0);
    rested = ports.clock.monotonic();
  }
  return withRoot(ports, root, found);
}

/** Folders looked at in one go. */
const STRIDE = 256;
/** Reading is synchronous at the bottom: after this long the event loop gets a turn, so that a spinner can turn and a signal be heard. */
const REST_AFTER_MS = 50;

/** A child of the same name wins. */
async function withRoot(ports: Ports, root: string, found: FoundProject[]): Promise<FoundProject[]> {
  const id = folderName(root);
  if (found.some(({ project }) => project.id === id) || !(await hasMarker(ports, root))) return found;
  return [...found, await lookAt(ports, root, id)].sort((a, b) => (a.project.id < b.project.id ? -1 : 1));
}

async function hasMarker(ports: Ports, path: string): Promise<boolean> {
  return (await ports.files.present([`${path}/${MARKER_FILE}`])).length > 0;
}

/** One folder as the list shows it; null: it is no project. */
export async function findProject(ports: Ports, path: string): Promise<FoundProject | null> {
  return (await hasMarker(ports, path)) ? lookAt(ports, path, folderName(path)) : null;
}

/** A link counts where it stays inside the root and isn't a second name of a folder that is listed anyway. */
async function isOwnLink(ports: Ports, root: string, path: string): Promise<boolean> {
  const realRoot = (await ports.files.realPath(root)) ?? root;
  const real = await ports.files.realPath(path);
  if (real === null || real === realRoot || !isInside(realRoot, real)) return false;
  return parentOf(real) !== realRoot;
}

async function lookAt(ports: Ports, path: string, id: string): Promise<FoundProject> {
  const paths = backlogPaths(path);
  try {
    const marker = await readMarker(ports, paths);
    const file = shownPath(paths, paths.backlog);
    const backlog = await readRecord(ports, paths.backlog, "backlog", BACKLOG_SHAPE, file);
    const name = backlog?.project || id;
    return { project: { id, path, name, marker }, paths, summary: summarize(backlog?.items ?? []) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const project = { id, path, name: id, marker: null, error: faultOf(error, paths) };
    return { project, paths, summary: summarize([]) };
  }
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
