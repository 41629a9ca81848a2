import type { FoundCommit, GitRepository } from "#engine/git-port";
import { readHead } from "#platform/git/read-refs";
import { revision } from "#platform/git/revision";
import { gitFailure, mustSucceed, type RunGit } from "#platform/git/run-git";

const HASH = /^[0-9a-f]{4,64}$/;

/** Newest first; git searches whole messages, only subjects that begin with the prefix are given. */
export async function commitsSince(
  git: RunGit,
  repository: GitRepository,
  baseline: string | null,
  subjectPrefix: string,
): Promise<FoundCommit[]> {
  const { commit } = await readHead(git, repository);
  if (commit === null || commit === baseline) return [];
  const range = baseline === null ? "HEAD" : `${revision(baseline)}..HEAD`;
  const form = ["-z", "--format=%H %s", "--encoding=UTF-8", "--no-show-signature"];
  const args = ["log", ...form, "--fixed-strings", `--grep=${subjectPrefix}`, range, "--"];
  const answer = await git({ cwd: repository.topLevel, args, reads: true });
  const found = mustSucceed("read the commits", answer).split("\0").flatMap(parseCommit);
  return found.filter((one) => one.subject.startsWith(subjectPrefix));
}

function parseCommit(record: string): FoundCommit[] {
  const space = record.indexOf(" ");
  return space < 0 ? [] : [{ hash: record.slice(0, space), subject: record.slice(space + 1) }];
}

/** Whether the commit is HEAD or an ancestor of it. */
export async function headContains(git: RunGit, repository: GitRepository, commit: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", revision(commit), "HEAD"];
  const answer = await git({ cwd: repository.topLevel, args, reads: true });
  if (answer.exitCode === 0 || answer.exitCode === 1) return answer.exitCode === 0;
  // A commit that isn't there is no ancestor; a git that can't tell says nothing at all.
  if (await knowsCommit(git, repository, commit)) throw gitFailure(`compare ${commit} with HEAD`, answer);
  return false;
}

/** Whether there is such a commit, reachable or not. */
export async function knowsCommit(
  git: RunGit,
  { topLevel }: GitRepository,
  commit: string,
): Promise<boolean> {
  if (!HASH.test(commit)) return false;
  const args = ["rev-parse", "--quiet", "--verify", `${commit}^{commit}`];
  const answer = await git({ cwd: topLevel, args, reads: true });
  if (answer.exitCode === 0 || answer.exitCode === 1) return answer.exitCode === 0;
  throw gitFailure(`look for ${commit}`, answer);
}

/** Null of a commit that has none. */
export async function firstParent(
  git: RunGit,
  { topLevel }: GitRepository,
  commit: string,
): Promise<string | null> {
  const args = ["rev-list", "--max-count=1", "--parents", revision(commit), "--"];
  const hashes = mustSucceed(`read ${commit}`, await git({ cwd: topLevel, args, reads: true }))
    .trim()
    .split(" ");
  return hashes[1] ?? null;
}

/** The text as it was committed, without any filter; null when the commit has no such file. */
export async function fileAt(
  git: RunGit,
  { topLevel }: GitRepository,
  commit: string,
  path: string,
): Promise<string | null> {
  const input = `${commit}:${path}\n`;
  const answer = await git({ cwd: topLevel, args: ["cat-file", "--batch"], input, reads: true });
  const out = mustSucceed(`read ${path} of ${commit}`, answer);
  const end = out.indexOf("\n");
  return / blob \d+$/.test(out.slice(0, end)) ? out.slice(end + 1, -1) : null;
}
