import type { OpenProject } from "#cli/commands/open-project";
import { ToolError, type Hint } from "#contracts/error";
import { folderName, parentOf, tildePath } from "#core/projects/absolute-path";
import { resolveProjectId } from "#engine/operations/projects/resolve-project-id";
import type { Ports } from "#engine/ports";

/** The `:id` that names this very folder on a server of that root; PATH_VIOLATION where none does. */
export async function serverProjectId(
  { ports, paths, name }: OpenProject,
  root: string,
  hints: readonly Hint[],
): Promise<string> {
  const { projectPath } = paths;
  const real = (await ports.files.realPath(projectPath)) ?? projectPath;
  const realRoot = (await ports.files.realPath(root)) ?? root;
  const ids = [real, projectPath]
    .filter((path) => path === realRoot || path === root || [root, realRoot].includes(parentOf(path)))
    .map(folderName);
  for (const id of ids) if ((await realPathOf(ports, root, id)) === real) return id;
  throw new ToolError("PATH_VIOLATION", `${name} lies outside the root of the server.`, {
    details: { path: projectPath, rootDirectory: root },
    reason: `It serves the folders directly in ${tildePath(root, ports.machine.home)}.`,
    hints,
  });
}

async function realPathOf(ports: Ports, root: string, id: string): Promise<string | null> {
  const path = await resolveProjectId(ports, root, id).catch(() => null);
  return path === null ? null : ports.files.realPath(path);
}
