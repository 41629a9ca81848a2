import type { CommitOptions, CommitOutcome, GitRepository } from "#engine/git-port";
import { exactly, without } from "#platform/git/pathspec";
import { readHead } from "#platform/git/read-refs";
import { readStatus } from "#platform/git/read-status";
import { mustSucceed, wordsOf, type GitAnswer, type RunGit } from "#platform/git/run-git";

/** Hooks run the project's tests. */
const COMMIT_TIMEOUT_MS = 10 * 60_000;
const MET_NESTED =
  /^warning: adding embedded git repository: |^error: '.*' does not have a commit checked out$/m;
/** Of author or committer, whichever is missing. */
const NO_IDENTITY =
  /Please tell me who you are|empty ident name|unable to auto-detect email address|no email was given|no name was given/;
const NO_MAINTENANCE = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];

/** Of a sparse checkout; the words stand there whatever advice is switched off. */
const OUTSIDE_CONE = /outside of your sparse-checkout definition/;

/** Exactly two processes unless something is wrong. A failure is a value in git's own words; what is staged then stays staged. */
export async function commitAll(
  git: RunGit,
  repository: GitRepository,
  message: string,
  options: CommitOptions,
): Promise<CommitOutcome> {
  const cwd = repository.topLevel;
  const deed = { args: commitArgs(options), input: message };
  const ways = { cwd, timeoutMs: COMMIT_TIMEOUT_MS, often: true };
  const plain = await git({ ...ways, args: addArgs(options), next: deed });
  const isOutside = plain.exitCode !== 0 && OUTSIDE_CONE.test(plain.stderr);
  const added = isOutside ? await git({ ...ways, args: sparseArgs(options), next: deed }) : plain;
  if (MET_NESTED.test(added.stderr)) return refuseNested(git, repository, added, options);
  if (added.exitCode !== 0) return { kind: "failed", words: wordsOf(added), nested: [] };
  const signed = added.next ?? (await git({ ...ways, ...deed }));
  const { fallbackIdentity: other } = options;
  const unsigned = other !== undefined && signed.exitCode !== 0 && NO_IDENTITY.test(signed.stderr);
  const committed = unsigned
    ? await git({ ...ways, ...deed, args: [...identityArgs(other), ...deed.args] })
    : signed;
  if (committed.exitCode !== 0) {
    const noIdentity = NO_IDENTITY.test(committed.stderr);
    return { kind: "failed", words: wordsOf(committed), nested: [], ...(noIdentity && { noIdentity }) };
  }
  const hash = (await readHead(git, repository)).commit ?? "";
  return { kind: "committed", hash, ...(unsigned && { identity: "fallback" }) };
}

function identityArgs({ name, email }: NonNullable<CommitOptions["fallbackIdentity"]>): string[] {
  return ["-c", `user.name=${name}`, "-c", `user.email=${email}`];
}

function addArgs({ only, exclude = [] }: CommitOptions): string[] {
  if (only !== undefined) return ["add", "--", exactly(only)];
  if (exclude.length === 0) return ["add", "-A"];
  return ["add", "-A", "--", ":/", ...exclude.flatMap(without)];
}

/** What an agent writes outside of the part that is checked out is work like any other. */
function sparseArgs(options: CommitOptions): string[] {
  const [add = "", ...more] = addArgs(options);
  return [add, "--sparse", ...more];
}

/** The message comes by stdin: its length knows no limit and its first character no meaning. Not quiet, git would compare every changed file once more to count its lines. */
function commitArgs({ only }: CommitOptions): string[] {
  const commit = ["commit", "--quiet", "--allow-empty", "--cleanup=verbatim", "-F", "-"];
  return [...NO_MAINTENANCE, ...commit, ...(only === undefined ? [] : ["--only", "--", exactly(only)])];
}

/** Git would record a repository inside of this one as a bare pointer, its work lost to every clone. */
async function refuseNested(
  git: RunGit,
  repository: GitRepository,
  added: GitAnswer,
  { exclude = [] }: CommitOptions,
): Promise<CommitOutcome> {
  const cwd = repository.topLevel;
  mustSucceed("take the work out of the index", await git({ cwd, args: ["reset", "-q"] }));
  const entries = await readStatus(git, repository);
  const nested = entries.flatMap((entry) =>
    entry.nested && !exclude.includes(entry.path) ? [entry.path] : [],
  );
  return { kind: "failed", words: wordsOf(added), nested };
}
