import { doubtful, failed, passed } from "#core/doctor/check";
import { WITH_WORK_TREE } from "#core/git/with-work-tree";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";

export interface GitFacts {
  /** Null: git isn't there. */
  readonly version: string | null;
  readonly isBare: boolean;
  /** Null: the folder is in no repository, or in a bare one. */
  readonly repository: {
    /** Null: detached. */
    readonly branch: string | null;
    readonly commit: string | null;
    readonly knowsIdentity: boolean;
    /** A merge, a rebase and the like that isn't through. */
    readonly operation: string | null;
    readonly isProtected: boolean;
    /** An index.lock that a dead git left and that has been removed. */
    readonly unlocked: boolean;
  } | null;
}

/** Whether commits can be made here. */
export function checkGit({ version, isBare, repository }: GitFacts): DoctorCheck {
  if (version === null) return failed("git", "git is not on PATH");
  if (isBare)
    return failed("git", `${version}, but this is a bare repository, without a work tree`, WITH_WORK_TREE);
  if (repository === null) {
    const start = { command: `git init && git add -A && git commit -m "Start"` };
    return failed("git", `${version}, but this folder is no git repository`, start);
  }
  const { branch, commit, knowsIdentity, operation, isProtected, unlocked } = repository;
  if (!knowsIdentity) {
    return failed(
      "git",
      `${version}, no identity: commits would fail`,
      { command: `git config user.name "<your name>"` },
      { command: `git config user.email "<your address>"` },
    );
  }
  if (operation !== null) {
    const end =
      operation === "conflict"
        ? { command: "git status", purpose: "see the unmerged files" }
        : { command: `git ${operation} --abort`, purpose: "or finish it" };
    const what = operation === "conflict" ? "some files are unmerged" : `a ${operation} is under way`;
    return failed("git", `${version}, ${what}`, end);
  }
  const night = { command: `${TOOL_NAME} loop run --create-branch night` };
  if (branch === null) {
    return doubtful("git", `${version}, HEAD is detached at ${commit?.slice(0, 7) ?? "nothing"}`, night);
  }
  const facts = `${version}, branch ${branch}, identity set`;
  if (unlocked) return doubtful("git", `${facts}; the index.lock of a git that died was removed`);
  if (isProtected) return doubtful("git", `${facts}; the loop wants a branch of its own`, night);
  return passed("git", facts);
}
