import { absolutePath, folderName, parentOf, tildePath } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { typedPath } from "#core/projects/typed-path";
import { closestWord } from "#core/text/closest-word";
import { ToolError } from "#contracts/error";
import { MARKER_FILE, STATE_DIR, TOOL_NAME } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { resolveRootFolder } from "#engine/operations/projects/resolve-root";
import type { Ports } from "#engine/ports";
import { readMarker } from "#engine/stores/marker-store";

/** A project as a line names it. */
export interface ProjectRequest {
  readonly cwd: string;
  /** The path as typed; null: the working directory. */
  readonly target: string | null;
  /** `--backlog`, from the project's folder. */
  readonly backlog: string | null;
  /** Where a bare name is looked for when it is no folder here; null: nowhere. */
  readonly lookIn: { readonly flag: string | null; readonly env: string | null } | null;
  /** Asks a person which of several is meant; null: none. Without it, several are an error. */
  readonly choose?: (paths: readonly string[]) => Promise<string | null>;
}

export interface Project {
  /** The folder's. */
  readonly name: string;
  readonly paths: BacklogPaths;
}

/** The folder that a line means, whether or not it is set up; a missing or ambiguous one is refused. */
export async function resolveProject(ports: Ports, request: ProjectRequest): Promise<Project> {
  const path = await findFolder(ports, request);
  const root = request.backlog === null ? undefined : await backlogRoot(ports, path, request.backlog);
  return { name: folderName(path), paths: backlogPaths(path, root) };
}

/** The project's marker, or NOT_INSTALLED. */
export async function requireMarker(ports: Ports, { name, paths }: Project): Promise<Marker> {
  const marker = await readMarker(ports, paths);
  if (marker !== null) return marker;
  const shown = tildePath(paths.projectPath, ports.machine.home);
  const folder = await installedAbove(ports, paths.projectPath);
  const above = folder === null ? null : tildePath(folder, ports.machine.home);
  throw new ToolError("NOT_INSTALLED", `${name} is not set up.`, {
    details: { path: paths.projectPath },
    reason: above === null ? `${shown} has no ${MARKER_FILE}.` : `The project is ${above}.`,
    hints: [
      { command: folder === null ? `${TOOL_NAME} install` : `cd ${typedPath(folder, ports.machine.home)}` },
    ],
  });
}

const findFolder = async (ports: Ports, request: ProjectRequest): Promise<string> => {
  const { cwd, target } = request;
  const path = absolutePath(cwd, target ?? ".");
  const stat = await ports.files.stat(path);
  if (stat?.kind === "directory") return path;
  const shown = tildePath(path, ports.machine.home);
  if (stat !== null) throw notFound(`${shown} is a file, not the folder of a project.`, target);
  const called = target === null || target.includes("/") ? [] : await findByName(ports, request, target);
  if (called.length === 1 && called[0] !== undefined) return called[0];
  if (called.length > 1) {
    const chosen = (await request.choose?.(called)) ?? null;
    if (chosen === null) throw ambiguous(ports, target ?? "", called);
    return chosen;
  }
  const near = await nearFolder(ports, path);
  throw notFound(`There is no folder ${shown}.`, target, near);
};

/** Projects directly under the root of that name, else those whose names contain it. */
const findByName = async (ports: Ports, { cwd, lookIn }: ProjectRequest, name: string): Promise<string[]> => {
  if (lookIn === null) return [];
  const root = (await resolveRootFolder(ports, { ...lookIn, cwd })).path;
  const found: string[] = [];
  for (const entry of (await ports.files.list(root)) ?? []) {
    if (!entry.name.includes(name)) continue;
    const path = `${root === "/" ? "" : root}/${entry.name}`;
    if ((await ports.files.stat(`${path}/${MARKER_FILE}`)) === null) continue;
    if (entry.name === name) return [path];
    found.push(path);
  }
  return found;
};

const backlogRoot = async (ports: Ports, projectPath: string, backlog: string): Promise<string> => {
  const root = absolutePath(projectPath, backlog);
  if (isInside(projectPath, root)) {
    const realProject = await realBelow(ports, projectPath, projectPath);
    if (isInside(realProject, await realBelow(ports, projectPath, root))) return asSpelled(ports, root);
  }
  throw new ToolError("PATH_VIOLATION", `${backlog} lies outside ${folderName(projectPath)}.`, {
    details: { backlog },
    reason: "--backlog names a folder inside the project.",
  });
};

/** On a file system that ignores case .TOOL is the state directory, too, and not a root with one of its own: that would be a second place for the locks of one backlog. */
const asSpelled = async (ports: Ports, root: string): Promise<string> => {
  const [name, parent] = [folderName(root), parentOf(root)];
  if (name === STATE_DIR || name.toLowerCase() !== STATE_DIR.toLowerCase()) return root;
  const entries = (await ports.files.list(parent)) ?? [];
  const isOther = entries.some((entry) => entry.name === name) || (await ports.files.stat(root)) === null;
  return isOther ? root : absolutePath(parent, STATE_DIR);
};

/** Where a path below the folder leads; of one that isn't there yet, as far as it is. */
const realBelow = async (ports: Ports, folder: string, path: string): Promise<string> => {
  let [at, real] = [folder, (await ports.files.realPath(folder)) ?? folder];
  for (const name of path.slice(folder.length).split("/").filter(Boolean)) {
    at = absolutePath(at, name);
    const next = await ports.files.realPath(at);
    if (next === null) break;
    real = next;
  }
  return real;
};

const notFound = (sentence: string, target: string | null, near: string | null = null): ToolError =>
  new ToolError("TARGET_NOT_FOUND", sentence, {
    details: { target: target ?? "." },
    ...(near !== null && { reason: `Did you mean ${near}?` }),
  });

const ambiguous = (ports: Ports, target: string, paths: readonly string[]): ToolError =>
  new ToolError("TARGET_AMBIGUOUS", `${paths.length} projects are called like "${target}".`, {
    details: { target, candidates: paths.map(folderName) },
    hints: paths.map((path) => ({ command: `${TOOL_NAME} status ${typedPath(path, ports.machine.home)}` })),
  });

/** A sibling whose name is nearly the same. */
const nearFolder = async (ports: Ports, path: string): Promise<string | null> => {
  const parent = parentOf(path);
  const entries = (await ports.files.list(parent)) ?? [];
  const folders = entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  const near = closestWord(folderName(path), folders);
  return near === null ? null : tildePath(absolutePath(parent, near), ports.machine.home);
};

const installedAbove = async (ports: Ports, path: string): Promise<string | null> => {
  for (let folder = parentOf(path); folder !== "/"; folder = parentOf(folder)) {
    if ((await ports.files.stat(`${folder}/${MARKER_FILE}`)) !== null) return folder;
  }
  return null;
};
