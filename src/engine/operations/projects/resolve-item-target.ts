import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import { lookUpItem } from "#engine/operations/backlog/find-item";
import {
  resolveProject,
  type Project,
  type ProjectRequest,
} from "#engine/operations/projects/resolve-project";
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
  try {
    return { project: await resolveProject(ports, { ...request, target: path }), path, id };
  } catch (error) {
    throw second !== null && (await isIdHere(ports, request, first ?? "")) ? misplaced(words) : error;
  }
}

const misplaced = ([first = "", second = ""]: readonly string[]): ToolError =>
  new ToolError("TARGET_NOT_FOUND", `There is no folder ${first}.`, {
    details: { target: first },
    reason: /^\d+$/.test(second)
      ? "One item at a time; of two words the first is the path."
      : `The path comes before the id: ${shellWord(second)} ${first}.`,
  });

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
