import { namedFiles } from "#core/text/named-files";

const SHORT_HASH = 7;
const NAMED_COMMITS = 3;

/** Where the work of an item is that was not done. */
export interface LeftBehind {
  /** The stash's message. */
  readonly stash: string | null;
  /** Files that no stash takes. */
  readonly stays: readonly string[];
  /** Hashes of commits that the agent made itself, oldest first. */
  readonly commits: readonly string[];
  /** Hash of one that the agent made itself. */
  readonly ownStash: string | null;
}

/** The end of its reason; "" where nothing is left. */
export function leftBehindWords({ stash, stays, commits, ownStash }: LeftBehind): string {
  const files = namedFiles(stays);
  const verb = stays.length === 1 ? "stays" : "stay";
  const parts: string[] = [];
  if (stash !== null) {
    const but = stays.length === 0 ? "" : `, but for ${files}, which ${verb} in the tree`;
    parts.push(`its work is in a stash, "${stash}"${but}`);
  } else if (stays.length > 0) parts.push(`${files} ${verb} in the tree`);
  if (commits.length > 0) parts.push(commitWords(commits.map((hash) => hash.slice(0, SHORT_HASH))));
  if (ownStash !== null) parts.push(`a stash of its own is ${ownStash.slice(0, SHORT_HASH)}`);
  return parts.map((part) => `; ${part}`).join("");
}

function commitWords(hashes: readonly string[]): string {
  if (hashes.length === 1) return `its commit ${hashes[0]} stays on the branch`;
  if (hashes.length <= NAMED_COMMITS) return `its commits ${hashes.join(", ")} stay on the branch`;
  return `its ${hashes.length} commits, ${hashes[0]} to ${hashes.at(-1)}, stay on the branch`;
}
