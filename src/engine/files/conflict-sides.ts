import { shellWord } from "#core/text/shell-word";
import { ToolError, type Hint } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { repositoryPath } from "#engine/files/repository-path";
import { shownPath } from "#engine/files/shown-path";
import type { Ports } from "#engine/ports";

/** How to take one side of a merge conflict; none where git counts the file as merged, and would refuse. */
export async function conflictSides(
  ports: Ports,
  paths: BacklogPaths,
  path: string,
): Promise<readonly Hint[]> {
  if (!(await isUnmerged(ports, paths, path))) return [];
  const file = shellWord(shownPath(paths, path));
  return [
    { command: `git checkout --ours -- ${file}`, purpose: "take HEAD's side, the upper one" },
    { command: `git checkout --theirs -- ${file}`, purpose: "take the other side, the lower one" },
  ];
}

async function isUnmerged(ports: Ports, paths: BacklogPaths, path: string): Promise<boolean> {
  try {
    const found = await repositoryPath(ports, paths, path);
    if (found === null) return false;
    const entries = await ports.git.status(found.repository);
    return entries.some((entry) => entry.kind === "unmerged" && entry.path === found.path);
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
