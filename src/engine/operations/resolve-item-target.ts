import { ToolError } from "#contracts/error";
import { lookUpItem } from "#engine/operations/find-item";
import { resolveProject, type Project, type ProjectRequest } from "#engine/operations/resolve-project";
import type { Ports } from "#engine/ports";
import { readBacklogOrNull } from "#engine/stores/backlog-store";

export interface ItemTarget {
  readonly project: Project;
  /** The path as typed; null: the working directory. */
  readonly path: string | null;
  /** As typed; null: none was given. */
  readonly id: string | null;
}

/** One word is an id that the current project has, else a path; a number that is no folder stays an id. Two are path and id. */
export async function resolveItemTarget(
  ports: Ports,
  request: Omit<ProjectRequest, "target">,
  words: readonly string[],
): Promise<ItemTarget> {
  const [first = null, second = null] = words;
  const isId = first !== null && second === null && (await isIdHere(ports, request, first));
  const path = isId ? null : first;
  const id = isId ? first : second;
  const project = await resolveProject(ports, { ...request, target: path });
  return { project, path, id };
}

const isIdHere = async (
  ports: Ports,
  request: Omit<ProjectRequest, "target">,
  word: string,
): Promise<boolean> => {
  const here = await resolveProject(ports, { ...request, target: null });
  const backlog = await readBacklogOrNull(ports, here.paths).catch((error: unknown) => {
    if (error instanceof ToolError) return null;
    throw error;
  });
  if (backlog !== null && lookUpItem(backlog.items, word) !== null) return true;
  return /^\d+$/.test(word) && (await ports.files.stat(`${request.cwd}/${word}`)) === null;
};
