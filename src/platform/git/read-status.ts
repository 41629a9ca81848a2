import type { DirtyEntry, GitRepository, TreeWork } from "#engine/git-port";
import { metConflict } from "#platform/git/read-refs";
import { mustSucceed, type RunGit } from "#platform/git/run-git";

export interface StatusEntry extends DirtyEntry {
  /** A repository of its own that is no submodule of this one. */
  readonly nested: boolean;
}

/** What a submodule's own work tree holds can neither be committed nor stashed from here: only its commit counts. */
const ARGS = [
  "status",
  "--porcelain=v2",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
];
/** From the work tree, or staged so. */
const DELETED = /^1 (?:.D|D\.) /;
/** Fields before the path. */
const FIELDS_CHANGED = 8;
const FIELDS_UNMERGED = 10;

/** All that differs from HEAD and isn't ignored. */
export async function readStatus(git: RunGit, repository: GitRepository): Promise<StatusEntry[]> {
  const answer = await git({ cwd: repository.topLevel, args: ARGS, reads: true });
  return mustSucceed("read the state of the work tree", answer).split("\0").flatMap(parseEntry);
}

/** The same, told apart. */
export async function readWork(git: RunGit, repository: GitRepository): Promise<TreeWork> {
  const entries = await readStatus(git, repository);
  return {
    dirty: entries.filter(({ nested }) => !nested).map(({ path, kind }) => ({ path, kind })),
    nested: entries.filter(({ nested }) => nested).map(({ path }) => path),
  };
}

/** Whether conflicts stand in the index. Asks git only where a merge left word of one. */
export async function isUnmerged(git: RunGit, repository: GitRepository): Promise<boolean> {
  if (!metConflict(repository)) return false;
  return (await readStatus(git, repository)).some((entry) => entry.kind === "unmerged");
}

function parseEntry(line: string): StatusEntry[] {
  switch (line[0]) {
    case "1":
      return [
        {
          path: pathAfter(line, FIELDS_CHANGED),
          kind: DELETED.test(line) ? "deleted" : "changed",
          nested: false,
        },
      ];
    case "u":
      return [{ path: pathAfter(line, FIELDS_UNMERGED), kind: "unmerged", nested: false }];
    case "?": {
      // All untracked files are listed, so what ends like a folder is a repository that git won't look into.
      const nested = line.endsWith("/");
      return [{ path: line.slice(2, nested ? -1 : undefined), kind: "untracked", nested }];
    }
    default:
      return [];
  }
}

function pathAfter(line: string, fields: number): string {
  return line.split(" ").slice(fields).join(" ");
}
