import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GitHead, GitRepository } from "#engine/git-port";
import type { RunGit } from "#platform/git/run-git";

const BRANCHES = "refs/heads/";
const SYMBOLIC = "ref: ";
/** A symbolic ref of a symbolic ref is rare, a circle is broken. */
const MAX_DEPTH = 5;

/** HEAD by its files; git is asked only where refs are kept in tables. */
export async function readHead(git: RunGit, repository: GitRepository): Promise<GitHead> {
  if (hasRefTables(repository)) {
    const named = await git({ cwd: repository.topLevel, args: ["symbolic-ref", "-q", "HEAD"], reads: true });
    return { branch: branchOf(named.stdout.trim()), commit: await readRef(git, repository, "HEAD") };
  }
  const head = readOrNull(join(repository.gitDir, "HEAD"))?.trim() ?? "";
  if (!head.startsWith(SYMBOLIC)) return { branch: null, commit: head === "" ? null : head };
  const name = head.slice(SYMBOLIC.length);
  return { branch: branchOf(name), commit: await readRef(git, repository, name) };
}

/** The hash behind a full ref name, null when there is no such ref. */
export async function readRef(git: RunGit, repository: GitRepository, name: string): Promise<string | null> {
  if (hasRefTables(repository)) {
    const args = ["rev-parse", "-q", "--verify", name];
    return (await git({ cwd: repository.topLevel, args, reads: true })).stdout.trim() || null;
  }
  let ref = name;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const loose = readOrNull(join(repository.commonDir, ref))?.trim();
    if (loose === undefined) return packedRef(repository, ref);
    if (!loose.startsWith(SYMBOLIC)) return loose;
    ref = loose.slice(SYMBOLIC.length);
  }
  return null;
}

/** By the log that git keeps them in, a line each: `<before> <hash> …`. */
export function readStashes({ commonDir }: GitRepository): string[] {
  const log = readOrNull(join(commonDir, "logs/refs/stash")) ?? "";
  return log.split("\n").flatMap((line) => line.split(" ")[1] ?? []);
}

/** Of a merge and its like, what is under way and ends with `git <name> --abort`. */
export function readOperation({ gitDir }: GitRepository): string | null {
  const has = (name: string): boolean => existsSync(join(gitDir, name));
  if (has("rebase-merge")) return "rebase";
  if (has("rebase-apply")) return has("rebase-apply/applying") ? "am" : "rebase";
  if (has("MERGE_HEAD")) return "merge";
  if (has("CHERRY_PICK_HEAD")) return "cherry-pick";
  if (has("REVERT_HEAD")) return "revert";
  // Between two commits of a series neither of the heads is there.
  const todo = readOrNull(join(gitDir, "sequencer/todo"));
  if (todo === null) return null;
  return todo.startsWith("revert") ? "revert" : "cherry-pick";
}

/** Whether a merge of any kind met a conflict that isn't committed yet, such as one of a stash that was popped; it may be solved. */
export function metConflict({ gitDir }: GitRepository): boolean {
  return existsSync(join(gitDir, "AUTO_MERGE"));
}

function hasRefTables({ commonDir }: GitRepository): boolean {
  return existsSync(join(commonDir, "reftable"));
}

function branchOf(ref: string): string | null {
  return ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null;
}

function packedRef({ commonDir }: GitRepository, name: string): string | null {
  const packed = readOrNull(join(commonDir, "packed-refs"));
  const line = packed?.split("\n").find((one) => one.endsWith(` ${name}`));
  return line?.split(" ")[0] ?? null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
