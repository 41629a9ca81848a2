import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "#contracts/error";
import type { GitRepository, ListedStash, StashOptions, StashRef } from "#engine/git-port";
import { without } from "#platform/git/pathspec";
import { readHead, readRef } from "#platform/git/read-refs";
import { readStatus, type StatusEntry } from "#platform/git/read-status";
import { mustSucceed, type RunGit } from "#platform/git/run-git";

const STASH_REF = "refs/stash";

/** Puts away the work of the tree, and leaves nothing staged. A repository inside of this one stays where it is. */
export async function stashAll(
  git: RunGit,
  repository: GitRepository,
  message: string,
  { exclude = [] }: StashOptions,
): Promise<StashRef | null> {
  const cwd = repository.topLevel;
  const entries = await readStatus(git, repository);
  const isLeft = (path: string): boolean =>
    exclude.some((kept) => path === kept || path.startsWith(`${kept}/`));
  if (entries.every((entry) => entry.nested || isLeft(entry.path))) return null;
  await refuseUnstashable(git, repository, entries);
  // Git can't stash an intent to add, and leaves staged what it was told to leave out.
  mustSucceed("take the work out of the index", await git({ cwd, args: ["reset", "-q"] }));
  const kept = [...exclude, ...entries.flatMap((entry) => (entry.nested ? [entry.path] : []))];
  const where = ["--", ":/", ...kept.flatMap(without)];
  // Git makes a stash of what lies outside of a sparse checkout, and then fails to clean the tree, unless it is staged.
  if (existsSync(join(repository.gitDir, "info/sparse-checkout"))) {
    mustSucceed("stage the work", await git({ cwd, args: ["add", "-A", "--sparse", ...where] }));
  }
  const before = await readRef(git, repository, STASH_REF);
  const args = ["stash", "push", "--include-untracked", "-m", message];
  mustSucceed("stash the work", await git({ cwd, args: [...args, ...where] }));
  const after = await readRef(git, repository, STASH_REF);
  return after === null || after === before ? null : { hash: after, message };
}

/** What git puts before the message that it was given. */
const ON_BRANCH = /^On [^:]*: /;

export async function listStashes(git: RunGit, { topLevel }: GitRepository): Promise<ListedStash[]> {
  const args = ["stash", "list", "-z", "--format=%gd%x09%gs"];
  const listed = mustSucceed("list its stashes", await git({ cwd: topLevel, args, reads: true }));
  return listed
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [ref = "", message = ""] = entry.split(/\t(.*)/s);
      return { ref, message: message.replace(ON_BRANCH, "") };
    });
}

async function refuseUnstashable(
  git: RunGit,
  repository: GitRepository,
  entries: readonly StatusEntry[],
): Promise<void> {
  const unmerged = entries.find((entry) => entry.kind === "unmerged");
  if (unmerged !== undefined) throw refusal(`${unmerged.path} is not merged yet.`);
  const { commit } = await readHead(git, repository);
  if (commit === null) throw refusal("There is no commit yet, and git stashes only what differs from one.");
}

function refusal(reason: string): ToolError {
  return new ToolError("CONFLICT", "git can't stash the work.", { reason });
}
