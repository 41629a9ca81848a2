import { COMMIT_PREFIX } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { ownPaths } from "#core/git/own-paths";
import { shellWord } from "#core/text/shell-word";

/** What a person types to stash unfinished work, under the id of the item that it belongs to where that is known. The backlog stays: blocks and questions that no commit holds yet are in it. As a pattern from its first character on: a literal folder fails where the user ignores it. */
export function putAsideCommand(
  paths: BacklogPaths,
  itemId: string | null = null,
  nested: readonly string[] = [],
): string {
  const named =
    itemId === null
      ? "git stash -u --"
      : `git stash push -u -m ${shellWord(`${COMMIT_PREFIX} ${itemId}`)} --`;
  const words = [...keptPaths(paths), ...nested.map(outOfAdds)];
  return [named, ...words.map(shellWord)].join(" ");
}

/** The backlog's own files as git is told to leave them alone. */
export function keptPaths(paths: BacklogPaths): readonly string[] {
  const stateDir = paths.stateDir.slice(paths.projectPath.length + 1);
  return [`${patternOf(stateDir)}/*`, ...ownPaths(paths, "").beside].map((path) => `:!${path}`);
}

const patternOf = (folder: string): string =>
  `[${folder.slice(0, 1)}]${folder.slice(1).replace(/[*?[\]\\]/g, "?")}`;

/** Leaves out a repository inside of this one, of which git would record a bare pointer; its path is from the top level. */
export const outOfAdds = (nested: string): string => `:(top,exclude)${nested}`;
