import { STATE_DIR } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { shellWord } from "#core/text/shell-word";
import { shownPath } from "#engine/files/shown-path";

/** What a person types to stash unfinished work. The backlog stays: blocks and questions that no commit holds yet are in it. The wildcard is git's need: a literal folder fails where the user ignores it. */
export function putAsideCommand(paths: BacklogPaths): string {
  const kept = [
    `*${STATE_DIR}/*`,
    ...(paths.root === paths.stateDir ? [] : [shownPath(paths, paths.backlog)]),
  ];
  return ["git stash -u --", ...kept.map((path) => shellWord(`:!${path}`))].join(" ");
}
