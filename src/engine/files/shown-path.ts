import type { BacklogPaths } from "#contracts/paths";

/** A file as messages name it: relative to its project where it lies inside. */
export function shownPath({ projectPath }: BacklogPaths, path: string): string {
  return path.startsWith(`${projectPath}/`) ? path.slice(projectPath.length + 1) : path;
}
