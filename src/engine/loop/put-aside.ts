import { STATE_DIR } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { ownPaths } from "#core/git/own-paths";
import { shellWord } from "#core/text/shell-word";

/** What a person types to stash unfinished work. The backlog stays: blocks and questions that no commit holds yet are in it. The wildcard is git's need: a literal folder fails where the user ignores it. */
export function putAsideCommand(paths: BacklogPaths): string {
  const kept = [`*${STATE_DIR}/*`, ...ownPaths(paths, "").beside];
  return ["git stash -u --", ...kept.map((path) => shellWord(`:!${path}`))].join(" ");
}
