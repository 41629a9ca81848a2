/** What the engine needs of git; each call that changes something is a numbered effect. */

import type { FileChange } from "#core/git/file-change";

/** Facts about a work tree, by files alone where possible. */
export interface GitHead {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Full hash, null before the first commit. */
  readonly commit: string | null;
}

export interface GitRepository {
  /** Absolute, of the work tree. */
  readonly topLevel: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where its hooks lie, core.hooksPath followed. */
  readonly hooksDir: string;
  readonly bare: boolean;
}

export interface DirtyEntry {
  /** Relative to the top level, "/" separated; as named now. */
  readonly path: string;
  readonly kind: "changed" | "deleted" | "untracked" | "unmerged";
}

/** What differs from HEAD, told apart. */
export interface TreeWork {
  readonly dirty: readonly DirtyEntry[];
  /** Repositories inside of this one that are no submodules of it, by path: nothing of them can be committed or stashed here. */
  readonly nested: readonly string[];
}

export interface FoundCommit {
  readonly hash: string;
  readonly subject: string;
}

export interface GitDiff {
  /** The diffs of whole files, as many as stand in the first maxBytes. */
  readonly text: string;
  /** Every file that differs, in the text or not. */
  readonly files: readonly FileChange[];
}

export type CommitOutcome =
  /** `identity`: the fallback was used, since git knew none. */
  | { readonly kind: "committed"; readonly hash: string; readonly identity?: "fallback" }
  /** git's or the hook's own words, at most TAIL_CHARS. `noIdentity`: git knows nobody to commit as. */
  | {
      readonly kind: "failed";
      readonly words: string;
      readonly nested: readonly string[];
      readonly noIdentity?: true;
    };

/** Every method spawns exactly one git process unless its sentence says otherwise. Failures that aren't values: ToolError CONFLICT with git's words. */
export interface Git {
  /** Null outside of any repository. */
  repository(path: string): Promise<GitRepository | null>;
  /** Makes a repository of a folder, on git's own default branch; one that is there already stays as it is. */
  init(path: string): Promise<void>;
  /** Reads files; spawns only where the ref format isn't files. */
  head(repository: GitRepository): Promise<GitHead>;
  /** Reads files: a merge, rebase, cherry-pick or revert under way ("merge" …), or "conflict" for unmerged files without one (a stash that was popped), or null. */
  operationUnderWay(repository: GitRepository): Promise<string | null>;
  /** Without repositories inside of this one. */
  status(repository: GitRepository): Promise<DirtyEntry[]>;
  /** The same, with them. */
  work(repository: GitRepository): Promise<TreeWork>;
  /** `git add -A` of the whole tree without the excluded paths, then `git commit`: two processes. Nested repositories are never added. */
  commitAll(repository: GitRepository, message: string, options?: CommitOptions): Promise<CommitOutcome>;
  /** Commits since the baseline (exclusive; null: all of history) whose subject starts with the prefix, newest first. */
  commitsSince(
    repository: GitRepository,
    baseline: string | null,
    subjectPrefix: string,
  ): Promise<FoundCommit[]>;
  /** Whether HEAD still holds the commit. */
  contains(repository: GitRepository, commit: string): Promise<boolean>;
  /** A file's text in a commit, null when not there. Path relative to the top level. */
  fileAt(repository: GitRepository, commit: string, path: string): Promise<string | null>;
  /** Whether there is a commit of that hash, in whatever branch or in none. False for what is no hash. */
  knows(repository: GitRepository, commit: string): Promise<boolean>;
  /** The commit's first parent, null of a first one. */
  parent(repository: GitRepository, commit: string): Promise<string | null>;
  /** From a commit or tree to another, without the tool's own files. Two processes. */
  diff(repository: GitRepository, from: string, to: string, maxBytes: number): Promise<GitDiff>;
  /** Staged, unstaged and untracked work; null when there was nothing to stash. Never touches earlier stashes. Several processes. */
  stash(repository: GitRepository, message: string, options?: StashOptions): Promise<StashRef | null>;
  branchExists(repository: GitRepository, name: string): Promise<boolean>;
  /** At HEAD, and switches to it; local changes come along. */
  createBranch(repository: GitRepository, name: string): Promise<void>;
  /** Fails (ToolError CONFLICT) where local changes are in the way. */
  switchBranch(repository: GitRepository, name: string): Promise<void>;
  /** Of the given paths (relative to the top level) those that git ignores; what it tracks it never does. */
  ignored(repository: GitRepository, paths: readonly string[]): Promise<string[]>;
  /** Tracked files that the patterns of a .gitignore in the folder (relative to the top level) would ignore. */
  trackedLike(repository: GitRepository, folder: string, patterns: readonly string[]): Promise<string[]>;
  /** Reads files: whether a hook that runs at commit is active. */
  hasCommitHooks(repository: GitRepository): Promise<boolean>;
  /** Submodules in whose work trees something is uncommitted, by path; a commit of this repository holds nothing of it. Spawns nothing where there is no submodule. */
  dirtySubmodules(repository: GitRepository): Promise<string[]>;
  maintain(repository: GitRepository): Promise<void>;
  /** Whether git knows in whose name to commit. */
  knowsIdentity(repository: GitRepository): Promise<boolean>;
  /** Hashes of all stashes, the oldest first. Reads a file; none where refs are kept in tables. */
  stashHashes(repository: GitRepository): Promise<string[]>;
  /** The newest first; nothing of them is read but their messages. */
  listStashes(repository: GitRepository): Promise<ListedStash[]>;
  /** Null when git isn't there. */
  version(): Promise<string | null>;
  /** Ends the git that runs and refuses every later call: for whoever can't wait for a hook or a disk that hangs. */
  stop(): void;
}

export interface CommitOptions {
  /** Only this path (relative to the top level) is added instead of everything. */
  readonly only?: string;
  /** Nested repositories to leave out, relative to the top level. */
  readonly exclude?: readonly string[];
  /** Signs the commit where git knows no identity; without it, that is a failure. */
  readonly fallbackIdentity?: { readonly name: string; readonly email: string };
}

export interface StashOptions {
  /** Left in the tree besides nested repositories, ignored or not: files or folders, relative to the top level. */
  readonly exclude?: readonly string[];
}

export interface ListedStash {
  /** Such as stash@{0}. */
  readonly ref: string;
  readonly message: string;
}

export interface StashRef {
  /** Full hash of the stash commit. */
  readonly hash: string;
  readonly message: string;
}
