import { absolutePath, folderName } from "#core/projects/absolute-path";
import { assertProjectId } from "#core/projects/project-id";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import { MARKER_FILE } from "#contracts/names";
import type { Ports } from "#engine/ports";

/** The folder that a decoded `:id` names: a direct child of the root, or the root itself where that is a project and no project of its name lies in it. INVALID_ID, PATH_VIOLATION for a link that leaves the root, NOT_FOUND. */
export async function resolveProjectId(ports: Ports, root: string, id: string): Promise<string> {
  const path = absolutePath(root, assertProjectId(id));
  if (id === folderName(root) && (await isProject(ports, root)) && !(await isProject(ports, path)))
    return root;
  if ((await ports.files.stat(path))?.kind !== "directory") {
    throw new ToolError("NOT_FOUND", `There is no folder ${id} under the root directory.`, {
      details: { id },
    });
  }
  const [real, realRoot] = [await ports.files.realPath(path), await ports.files.realPath(root)];
  if (isInside(realRoot ?? root, real ?? path)) return path;
  throw new ToolError("PATH_VIOLATION", `${id} is a link that leads out of the root directory.`, {
    details: { id, path },
  });
}

const isProject = async (ports: Ports, path: string): Promise<boolean> =>
  (await ports.files.stat(`${path}/${MARKER_FILE}`)) !== null;
