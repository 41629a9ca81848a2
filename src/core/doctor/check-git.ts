import { doubtful, failed, passed } from "#core/doctor/check";
import { WITH_WORK_TREE } from "#core/git/with-work-tree";
import { shellWord } from "#core/text/shell-word";
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
    /** What runs write for themselves and a commit has taken along, as git names it from the project. */
    readonly tracked: readonly string[];
  } | null;
}

/** Whether commits can be made here. */
export function checkGit({ version, isBare, repository }: GitFacts): DoctorCheck {
  if (version === null) {
    const again = { command: `${TOOL_NAME} doctor`, purpose: "again, once git is installed" };
    return failed("git", "git is not on PATH", again);
  }
  if (isBare)
    return failed("git", `${version}, but this is a bare repository, without a work tree`, WITH_WORK_TREE);
  if (repository === null) {
    const start = { command: `git init && git add -A && git commit -m "Start"` };
    return failed("git", `${version}, but this folder is no git repository`, start);
  }
  const { branch, commit, knowsIdentity, operation, isProtected, unlocked, tracked } = repository;
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
  if (tracked.length > 0) {
    const words = `${facts}; it tracks what runs write for themselves: ${tracked.join(", ")}`;
    return doubtful("git", words, { command: `git rm -r -q --cached ${tracked.map(shellWord).join(" ")}` });
  }
  if (isProtected) return doubtful("git", `${facts}; the loop wants a branch of its own`, night);
  return passed("git", facts);
}

/** Where git refuses a folder of somebody else's it names the command that lets it in. */
export function gitRefusal(words: string): DoctorCheck {
  const [exception] = /git config --global --add safe\.directory .+/.exec(words) ?? [];
  return failed("git", words, ...(exception === undefined ? [] : [{ command: exception }]));
}

/** Whether a check failed for nothing but what the first one says already. */
export const isSaid = (git: DoctorCheck, { result, message }: DoctorCheck): boolean =>
  git.result === "error" && result === "error" && message.includes(git.message);
