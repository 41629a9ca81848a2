import { absolutePath, parentOf } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import { refuseEscapes } from "#engine/operations/projects/refuse-escapes";
import { resolveProject, type Project } from "#engine/operations/projects/resolve-project";
import { resolveProjectId } from "#engine/operations/projects/resolve-project-id";
import type { Ports } from "#engine/ports";

/** The project that a route's `:id` names, set up or not: a folder inside the root directory, links followed, of whose names none leads out of it. */
export async function openProject(
  ports: Ports,
  root: string,
  id: string,
  backlogRoot: string | null,
): Promise<Project> {
  const path = await orNoFolder(id, resolveProjectId(ports, root, id));
  const request = { cwd: path, target: null, backlog: backlogRoot, lookIn: null };
  const project = await orNoFolder(backlogRoot ?? id, resolveProject(ports, request));
  if (backlogRoot !== null) await requireFolder(ports, project.paths.root, backlogRoot);
  await orNoFolder(backlogRoot ?? id, refuseEscapes(ports, project.paths));
  return project;
}

/** A folder that a body names, from the root directory; it must be there, and inside, links followed. */
export async function openFolder(ports: Ports, root: string, typed: string): Promise<string> {
  const path = absolutePath(root, typed);
  if (!isInside(root, path)) throw outside(typed);
  const stat = await orNoFolder(typed, ports.files.stat(path));
  const [real, realRoot] = [await ports.files.realPath(path), await ports.files.realPath(root)];
  if (real !== null && !isInside(realRoot ?? root, real)) throw outside(typed);
  if (stat?.kind !== "directory") throw noFolder(typed);
  return path;
}

async function requireFolder(ports: Ports, path: string, typed: string): Promise<void> {
  if ((await orNoFolder(typed, ports.files.stat(path)))?.kind !== "directory") throw noFolder(typed);
}

/** A folder to be made in one that is there; a link of its name must not lead out. */
export async function openNewFolder(
  ports: Ports,
  root: string,
  parent: string,
  name: string,
): Promise<string> {
  const path = absolutePath(await openFolder(ports, root, parent), name);
  if (parentOf(path) === path || path.split("/").at(-1) !== name) throw outside(name);
  return (await orNoFolder(name, ports.files.linkStat(path))) === null ? path : openFolder(ports, root, path);
}

const outside = (typed: string): ToolError =>
  new ToolError("PATH_VIOLATION", `${typed} lies outside the root directory.`, { details: { path: typed } });

const noFolder = (typed: string): ToolError =>
  new ToolError("NOT_FOUND", `There is no folder ${typed} under the root directory.`, {
    details: { path: typed },
  });

/** Names that no file system takes name nothing. */
const NAMES_NOTHING: ReadonlySet<unknown> = new Set([
  "ENAMETOOLONG",
  "ELOOP",
  "EINVAL",
  "ERR_INVALID_ARG_VALUE",
]);

async function orNoFolder<T>(typed: string, look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (error) {
    const errno = error instanceof ToolError && error.code === "IO_ERROR" ? error.details?.["errno"] : null;
    throw NAMES_NOTHING.has(errno) ? noFolder(typed) : error;
  }
}
