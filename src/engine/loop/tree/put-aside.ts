import { COMMIT_PREFIX, STATE_DIR } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { ownPaths } from "#core/git/own-paths";
import { shellWord } from "#core/text/shell-word";

/** What a person types to stash unfinished work, under the id of the item that it belongs to where that is known. The backlog stays: blocks and questions that no commit holds yet are in it. The wildcard is git's need: a literal folder fails where the user ignores it. */
export function putAsideCommand(paths: BacklogPaths, itemId: string | null = null): string {
  const named =
    itemId === null
      ? "git stash -u --"
      : `git stash push -u -m ${shellWord(`${COMMIT_PREFIX} ${itemId}`)} --`;
  return [named, ...keptPaths(paths).map(shellWord)].join(" ");
}

/** The backlog's own files as git is told to leave them alone. */
export const keptPaths = (paths: BacklogPaths): readonly string[] =>
  [`*${STATE_DIR}/*`, ...ownPaths(paths, "").beside].map((path) => `:!${path}`);
